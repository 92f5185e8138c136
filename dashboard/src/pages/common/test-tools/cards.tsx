import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
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
    about: 'They exist at no bank. Any other number with a right check digit behaves as the first one.',
    codes: (code: string, wrong: string) =>
      `The code of 3-D Secure is ${code}. The security code ${wrong} is wrong on every card.`,
    cards: 'Cards',
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
    about: 'Nu există la nicio bancă. Orice alt număr cu cifra de control corectă se comportă ca primul.',
    codes: (code: string, wrong: string) =>
      `Codul 3-D Secure este ${code}. Codul de securitate ${wrong} este greșit pe orice card.`,
    cards: 'Carduri',
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
  const translated = (what: string) => (language === 'ro' ? inRomanian(what) : what)
  return (
    <>
      <h1>{t.title}</h1>
      <p className="soft">{t.about}</p>
      <p>{t.codes(data.threeDSecureCode, data.wrongSecurityCode)}</p>
      <Panel title={t.cards}>
        <SmallTable
          title={t.cards}
          heads={[t.number, t.expiry, t.code, t.what]}
          rows={data.cards.map(({ number, expiry, securityCode, what }) => ({
            key: `${number} ${expiry}`,
            cells: [
              <span key="number" className="copied">
                <code>{number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code>{' '}
                <CopyButton text={number}>{t.copy}</CopyButton>
              </span>,
              expiry,
              securityCode,
              translated(what),
            ],
          }))}
        />
      </Panel>
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
