import { useTexts } from '../../../i18n/language.tsx'
import { familyOf, familyWords } from '../../../parts/ledger-words.ts'
import { Link } from '../../../ui/link.tsx'
import { at, withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { MerchantName } from '../names.tsx'

/** An account by its name, with what it holds in words and whose it is. */
export function AccountLink({ account, currency }: { account: string; currency: string }) {
  const words = useTexts(familyWords)
  const word = words[familyOf(account)]
  const [kind, owner] = account.split(':')
  return (
    <>
      <Link to={withSearch(opAt('money', 'accounts', account), { currency })}>
        <code>{account}</code>
      </Link>
      {word && (
        <div className="meta">
          {word}
          {kind === 'merchant' && owner && (
            <>
              : <MerchantName id={owner} />
            </>
          )}
        </div>
      )}
    </>
  )
}

/** What an entry is about, with the way to its page where it has one. A payment is of the merchant among the accounts. */
export function About({ reference, accounts }: { reference: string; accounts: readonly string[] }) {
  const to = pageOf(reference, accounts)
  return to ? <Link to={to}>{reference}</Link> : reference
}

function pageOf(reference: string, accounts: readonly string[]): string | undefined {
  const [, what, id] = /^(payment|merchant payout|dispute) ([0-9a-f-]+)$/.exec(reference) ?? []
  if (what === 'merchant payout') return opAt('money', 'payouts', id!)
  if (what === 'dispute') return opAt('disputes', 'cards', id!)
  const merchantId = accounts.map((account) => /^merchant:(\d+):/.exec(account)?.[1]).find(Boolean)
  return what === 'payment' && merchantId !== undefined
    ? at({ kind: 'merchant', id: merchantId }, 'payments', id!)
    : undefined
}
