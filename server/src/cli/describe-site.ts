import { publicKey, type Site } from '#core/directory'
import { formatMoney, money } from '#kernel/base/money.ts'

/** Everything that can be set on a site, as `florin site change` names it. */
export const describeSite = (site: Site): string =>
  [
    `Site ${site.id}: ${site.name} of ${site.merchantName}${site.active ? '' : ' (inactive)'}${site.underAttack ? ' (under attack)' : ''}`,
    `  public key        ${publicKey(site)} (${site.live ? 'live' : 'test'})`,
    `  currencies        ${site.currencies.join(', ')}`,
    `  notification url  ${site.notificationUrl ?? 'none'}`,
    `  back url          ${site.backUrl ?? 'none'}`,
    `  notified also of  ${noticesOf(site).join(', ') || 'nothing else'}`,
    `  emails            receipts ${site.receipts ? 'on' : 'off'}, reminders ${site.reminders ? 'on' : 'off'}, from ${site.senderName ?? site.merchantName}, replies to ${site.replyTo ?? 'no address'}, default language ${site.language}`,
    `  invoices          ${site.invoicing?.active ? `as ${site.invoicing.sellerName}: florin site invoicing ${site.id}` : 'none'}`,
    `  time zone         ${site.timeZone}, settles at ${site.cutOff.toString({ smallestUnit: 'minute' })}`,
    `  attempts max      ${site.attemptsMax}`,
    `  retries           ${site.retrySchedule}`,
    `  lifetimes         idle page ${site.sessionMinutes} minutes, at the bank ${site.challengeMinutes} minutes, authorizations ${site.authorizationDays} days`,
    `  theme color       ${site.themeColor ?? 'the default'}`,
    `  logo              ${site.logo ? 'set' : 'none'}`,
    `  pay form          ${payFormOf(site)}`,
    `  wallets           ${site.wallets.join(', ') || 'none'}`,
    `  frame ancestors   ${site.frameAncestors.join(', ') || 'none'}`,
    `  payouts           ${site.payoutsAllowed ? `up to ${formatMoney(money(site.payoutMaxMinor, 'EUR'))} each` : 'not allowed'}`,
    `  splits            accepted from ${site.acceptsSplitsFrom.length > 0 ? `sites ${site.acceptsSplitsFrom.join(', ')}` : 'no site'}`,
    `  category          ${site.category}, country ${site.country ?? 'not known'}`,
    `  pricing           florin pricing list --site ${site.id}`,
  ].join('\n')

/** What it asks, in its order, and whether it has words of its own. */
function payFormOf({ payForm }: Site): string {
  if (!payForm) return 'the default'
  const asked = payForm.fields.map(({ name, required }) => `${name}${required ? '' : ' (optional)'}`).join(', ')
  const links = [payForm.termsUrl, payForm.returnsUrl].filter((url) => url !== undefined)
  return [`asks ${asked || 'nothing'}`, ...links].join(', ')
}

const noticesOf = ({ notifyPartialRefunds, notifyRepresentments, notifyAttempts }: Site): string[] => [
  ...(notifyPartialRefunds ? ['partial refunds'] : []),
  ...(notifyRepresentments ? ['representments'] : []),
  ...(notifyAttempts ? ['each declined attempt'] : []),
]
