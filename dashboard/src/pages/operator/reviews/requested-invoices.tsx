import type { Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { Facts } from '../../../ui/facts.tsx'
import type { Fields } from '../../common/audit/changes.tsx'
import { MerchantLink } from '../names.tsx'
import { requestedTexts } from './requested-texts.ts'

type Asked = { approval: Reply<'getApproval'>; of: Fields }

/** `12.00 EUR`, as the server writes an amount with its currency. */
export function AmountIn({ text }: { text: unknown }) {
  const [amount, currency] = String(text).split(' ')
  return amount && currency ? <Money amount={amount} currency={currency} /> : String(text)
}

export function InvoicesAsked({ of: { month, invoices, totals, largest } }: Asked) {
  const t = useTexts(requestedTexts)
  const money = useMoney()
  // `12.00 EUR of merchant 7`, one for each currency.
  const largestOnes = ((largest ?? []) as readonly string[]).flatMap((text) => {
    const [, amount, currency, merchantId] = /^(\S+) ([A-Z]{3}) of merchant (\d+)$/.exec(text) ?? []
    return amount && currency && merchantId ? [{ amount, currency, merchantId }] : []
  })
  return (
    <Facts
      of={[
        [t.month, month !== undefined && String(month)],
        [t.invoices, invoices !== undefined && String(invoices)],
        [
          t.totals,
          ((totals ?? []) as readonly string[])
            .map((text) => money(...(text.split(' ') as [string, string])))
            .join(', '),
        ],
        [
          t.largest,
          largestOnes.map(({ amount, currency, merchantId }) => (
            <div key={currency}>
              <Money amount={amount} currency={currency} />, <MerchantLink id={merchantId} />
            </div>
          )),
        ],
      ]}
    />
  )
}

export function CreditAsked({ approval: { owner }, of: { number, total } }: Asked) {
  const t = useTexts(requestedTexts)
  return (
    <Facts
      of={[
        [t.invoice, number !== undefined && String(number)],
        [t.amount, <AmountIn key="total" text={total} />],
        [t.merchant, <MerchantLink key="merchant" id={owner.id} />],
      ]}
    />
  )
}
