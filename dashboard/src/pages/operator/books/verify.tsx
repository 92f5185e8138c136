import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { opAt, sending, useGate } from '../acting.tsx'
import { TaskLine, TaskRuns, taskEvery } from '../platform/tasks.tsx'

type Verification = Entry<'listVerifications'>

const texts = {
  en: {
    title: 'Verify',
    books: 'Books',
    about: 'Every balance, hold and total is computed again from the records, and every row is compared with its seal.',
    begin: 'Verify now',
    effect:
      'A worker does it while payments go on. It reads everything, so it takes minutes to hours, and says how far it is.',
    underWay: 'One is under way.',
    fine: 'The last verification found no difference.',
    wrong: { one: 'The last verification found # difference.', other: 'The last verification found # differences.' },
    differences: 'What does not hold',
    what: 'About',
    is: 'Is',
    should: 'Should be',
    look: 'Look at',
    more: (count: string) => `${count} more; florin verify prints them all.`,
    checked: 'What was checked',
    count: 'How many',
    runs: 'Earlier ones',
    empty: 'Nothing was verified from here yet',
    hint: 'The command florin verify does the same; what it found is where it was printed.',
  },
  ro: {
    title: 'Verificare',
    books: 'Registre',
    about:
      'Fiecare sold, blocare și total se calculează din nou din înregistrări și fiecare rând se compară cu sigiliul lui.',
    begin: 'Verifică acum',
    effect:
      'O face un proces în timp ce plățile continuă. Citește totul, deci durează de la minute la ore, și spune cât a făcut.',
    underWay: 'Una este în curs.',
    fine: 'Ultima verificare nu a găsit nicio diferență.',
    wrong: {
      one: 'Ultima verificare a găsit # diferență.',
      few: 'Ultima verificare a găsit # diferențe.',
      other: 'Ultima verificare a găsit # de diferențe.',
    },
    differences: 'Ce nu corespunde',
    what: 'Despre',
    is: 'Este',
    should: 'Ar trebui',
    look: 'Uită-te la',
    more: (count: string) => `Încă ${count}; florin verify le scrie pe toate.`,
    checked: 'Ce s-a verificat',
    count: 'Câte',
    runs: 'Cele dinainte',
    empty: 'De aici nu s-a verificat încă nimic',
    hint: 'Comanda florin verify face același lucru; ce a găsit este acolo unde s-a scris.',
  },
} satisfies Texts<unknown>

/** Whether the books hold, when that was found, and the way to find it again. */
export default function Verify() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  useTitle(t.title)
  const { data, error, refetch } = useQuery({
    queryKey: ['verifications'],
    queryFn: ({ signal }) => bodyOf(api.GET('/books/verifications', { params: { query: { size: 20 } }, signal })),
    refetchInterval: ({ state }) => taskEvery(state.data?.data),
  })
  const isUnderWay = data?.data.some(({ endedAt }) => endedAt === undefined) ?? false
  const last = data?.data.find(({ result }) => result !== undefined)
  return (
    <>
      <div className="head">
        <div>
          <p className="meta">
            <Link to={opAt('money', 'books')}>{t.books}</Link>
          </p>
          <h1>{t.title}</h1>
          <p className="soft">{t.about}</p>
        </div>
        <ActionButton
          action={{
            name: 'begin',
            label: t.begin,
            look: 'main',
            ...(isUnderWay ? { whyNot: t.underWay } : gate('books:verify')),
            spec: {
              title: t.begin,
              fields: [reason],
              effect: t.effect,
              submit: t.begin,
              run: (values, key) => bodyOf(api.POST('/books/verifications', sending({}, values, key))),
            },
          }}
        />
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={6} />
      ) : data.data.length === 0 ? (
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      ) : (
        <>
          {isUnderWay && <TaskLine of={data.data[0]!} />}
          {last && <Found of={last} />}
          <TaskRuns title={t.runs} of={data.data} />
        </>
      )}
    </>
  )
}

function Found({ of: { result, endedAt } }: { of: Verification }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  if (!result) return null
  const { differences, more, checked } = result
  const count = differences.length + more
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <div className={`notice ${count === 0 ? 'good' : 'bad'}`}>
        <strong>{count === 0 ? t.fine : plural(language, count, t.wrong)}</strong>
        {endedAt && <Time at={endedAt} />}
      </div>
      {count > 0 && (
        <Panel title={t.differences}>
          <SmallTable
            title={t.differences}
            heads={[t.what, t.is, t.should, t.look]}
            rows={differences.map(({ about, wrong, actual, should, look }, index) => ({
              key: `${about} ${index}`,
              cells: [
                <span key="about">
                  <strong>{about}</strong> <span className="soft">{wrong}</span>
                </span>,
                actual,
                should,
                <code key="look">{look}</code>,
              ],
            }))}
          />
          {more > 0 && <p className="soft">{t.more(number.format(more))}</p>}
        </Panel>
      )}
      <Panel title={t.checked}>
        <SmallTable
          title={t.checked}
          heads={[t.what, { end: t.count }]}
          rows={checked.map((one) => ({ key: one.what, cells: [one.what, number.format(one.count)] }))}
        />
      </Panel>
    </>
  )
}
