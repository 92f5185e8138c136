import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useAge } from '../../../parts/age.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { MerchantLink } from '../names.tsx'
import { common } from '../words.ts'
import type { Health } from './health.tsx'
import { sumsOf } from './sums.ts'

const texts = {
  en: {
    title: 'Money whose outcome is not known',
    none: 'None. A payment comes here when a connector did not reply, and goes when it is known what happened.',
    all: 'All together',
    count: 'Payments',
    oldest: 'Oldest since',
    advice: 'Florin keeps asking. Do not charge again: the customers may have paid.',
  },
  ro: {
    title: 'Bani cu rezultat necunoscut',
    none: 'Niciunul. O plată ajunge aici când un conector nu a răspuns și pleacă atunci când se știe ce s-a întâmplat.',
    all: 'În total',
    count: 'Plăți',
    oldest: 'Cea mai veche din',
    advice: 'Florin întreabă în continuare. Nu încasa din nou: clienții s-ar putea să fi plătit.',
  },
} satisfies Texts<unknown>

/** How much is uncertain, whose it is, and the way to each payment. */
export function UncertainPanel({ of: { uncertain, at } }: { of: Health }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { language } = useLanguage()
  const age = useAge()
  const list = (search: Record<string, string>) => withSearch(opAt('reviews', 'uncertain'), search)
  return (
    <Panel title={t.title}>
      {uncertain.length === 0 ? (
        <p className="soft">{t.none}</p>
      ) : (
        <>
          <ul className="plain">
            {sumsOf(uncertain).map(({ currency, amount, count }) => (
              <li key={currency}>
                <Link to={list({})}>
                  <span className="figure">
                    <Money amount={amount} currency={currency} />
                  </span>
                </Link>{' '}
                <span className="soft">
                  {t.count}: {new Intl.NumberFormat(language).format(count)}
                </span>
              </li>
            ))}
          </ul>
          <p className="soft">{t.advice}</p>
          <SmallTable
            title={t.title}
            heads={[c.connector, c.merchant, { end: t.count }, { end: c.amount }, t.oldest]}
            rows={uncertain.map(({ connector, merchantId, count, amount, currency, oldestAt }) => ({
              key: `${connector} ${merchantId} ${currency}`,
              cells: [
                <Link key="connector" to={list({ connector })}>
                  {connector}
                </Link>,
                <MerchantLink key="merchant" id={merchantId} />,
                <Link key="count" to={list({ connector, merchantId })}>
                  {new Intl.NumberFormat(language).format(count)}
                </Link>,
                <Money key="amount" amount={amount} currency={currency} />,
                <span key="oldest">
                  <Time at={oldestAt} /> <span className="meta">({age(oldestAt, at)})</span>
                </span>,
              ],
            }))}
          />
        </>
      )}
    </Panel>
  )
}
