import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { inRomanian } from './outcomes.ts'

const texts = {
  en: {
    title: 'Test cards',
    about:
      'They exist at no bank. Each works at its own connector. At the sandbox any other number with a right check digit behaves as the first one.',
    codes: (code: string, wrong: string) =>
      `The code of 3-D Secure is ${code}. The security code ${wrong} is wrong on every card.`,
    cards: 'Cards of the sandbox',
    cardsOf: (processor: string, connector: string) => `Cards of ${processor} (${connector})`,
    isDefault: 'Payments go here, unless a rule of routing sends them elsewhere.',
    none: 'Only who operates the host knows its test cards: ask there.',
    anyDate: 'any to come',
    number: 'Number',
    expiry: 'Expiry',
    code: 'Security code',
    what: 'What it does',
    amounts: 'Amounts',
    amountsAbout:
      'They make the sandbox do something particular, in any currency and on any card that it would approve.',
    amount: 'Amount',
    copy: 'Copy',
  },
  ro: {
    title: 'Carduri de test',
    about:
      'Nu există la nicio bancă. Fiecare merge la conectorul lui. La sandbox, orice alt număr cu cifra de control corectă se comportă ca primul.',
    codes: (code: string, wrong: string) =>
      `Codul 3-D Secure este ${code}. Codul de securitate ${wrong} este greșit pe orice card.`,
    cards: 'Cardurile sandboxului',
    cardsOf: (processor: string, connector: string) => `Carduri ${processor} (${connector})`,
    isDefault: 'Plățile merg aici, dacă o regulă de rutare nu le trimite în altă parte.',
    none: 'Cardurile de test le știe cine operează gazda: întreabă acolo.',
    anyDate: 'oricare viitoare',
    number: 'Număr',
    expiry: 'Expiră',
    code: 'Cod de securitate',
    what: 'Ce face',
    amounts: 'Sume',
    amountsAbout: 'Fac sandboxul să se poarte într-un anume fel, în orice monedă și pe orice card pe care l-ar aproba.',
    amount: 'Suma',
    copy: 'Copiază',
  },
} satisfies Texts<unknown>

/** What a tester types in, and what happens then. */
export default function TestCards() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  useTitle(t.title)
  const { data, error, refetch } = useQuery({
    queryKey: ['test-cards'],
    queryFn: ({ signal }) => bodyOf(api.GET('/test-cards', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const chosen = data.connections.find(({ isDefault }) => isDefault)
  const others = data.connections.filter((one) => one !== chosen)
  const translated = (what: string) => (language === 'ro' ? inRomanian(what) : what)
  return (
    <>
      <h1>{t.title}</h1>
      <p className="soft">{t.about}</p>
      {chosen && <ConnectionCards of={chosen} />}
      <Panel title={t.cards}>
        <p className="soft">{t.codes(data.threeDSecureCode, data.wrongSecurityCode)}</p>
        <Cards title={t.cards} of={data.cards} />
      </Panel>
      {others.map((one) => (
        <ConnectionCards key={one.connector} of={one} />
      ))}
      <Panel title={t.amounts}>
        <p className="soft">{t.amountsAbout}</p>
        <SmallTable
          title={t.amounts}
          heads={[t.amount, t.what]}
          rows={data.amounts.map(({ amount, what }) => ({ key: amount, cells: [amount, translated(what)] }))}
        />
      </Panel>
    </>
  )
}

type ConnectionOf = Reply<'getTestCards'>['connections'][number]

/** The cards of one connected processor, as its vendor publishes them. */
function ConnectionCards({ of: { connector, processor, isDefault, cards } }: { of: ConnectionOf }) {
  const t = useTexts(texts)
  const title = t.cardsOf(processor, connector)
  return (
    <Panel title={title}>
      {isDefault && <p className="soft">{t.isDefault}</p>}
      {cards.length === 0 ? <p>{t.none}</p> : <Cards title={title} of={cards} />}
    </Panel>
  )
}

function Cards({ title, of: cards }: { title: string; of: ConnectionOf['cards'] }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <SmallTable
      title={title}
      heads={[t.number, t.expiry, t.code, t.what]}
      rows={cards.map(({ number, expiry, securityCode, what }) => ({
        key: `${number} ${expiry} ${what}`,
        cells: [
          <span key="number" className="copied">
            <code>{number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code> <CopyButton text={number}>{t.copy}</CopyButton>
          </span>,
          expiry ?? t.anyDate,
          securityCode,
          language === 'ro' ? inRomanian(what) : what,
        ],
      }))}
    />
  )
}
