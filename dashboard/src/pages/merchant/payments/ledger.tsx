import { useTexts } from '../../../i18n/language.tsx'
import { AccountName, RecipeName } from '../../../parts/ledger-names.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import type { Payment } from './detail.tsx'
import { detailTexts } from './texts.ts'

/** Where the page has an entry. */
export const anchorOf = (id: string): string => `e-${id}`

/** The first entry that one of these recipes has posted. */
export const entryOf = ({ entries }: Payment, recipes: readonly string[]): string | undefined =>
  entries.find(({ recipe }) => recipes.includes(recipe))?.id

/** What the books have of a payment and of what followed it, in words, with the names that the books use. */
export function Entries({ payment: { entries } }: { payment: Payment }) {
  const t = useTexts(detailTexts)
  if (entries.length === 0) return null
  return (
    <Panel title={t.ledger}>
      {entries.map(({ id, at: moment, recipe, lines }) => (
        <div key={id} id={anchorOf(id)} tabIndex={-1}>
          <p>
            <strong>
              <RecipeName of={recipe} />
            </strong>{' '}
            <span className="meta">
              {t.entry} {id} · <Time at={moment} />
            </span>
          </p>
          <SmallTable
            title={`${t.entry} ${id}`}
            heads={[t.account, { end: t.debit }, { end: t.credit }]}
            rows={lines.map(({ account, amount, currency, side }) => {
              const money = <Money key="amount" amount={amount} currency={currency} />
              return {
                key: `${account} ${side}`,
                cells: [<AccountName key="a" of={account} />, side === 'debit' && money, side === 'credit' && money],
              }
            })}
          />
        </div>
      ))}
    </Panel>
  )
}
