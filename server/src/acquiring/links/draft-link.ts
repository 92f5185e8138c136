import type { RequestRules } from '#acquiring/requests'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { parseMoney } from '#kernel/base/money.ts'
import type { Link, LinkTerms } from './link.ts'
import { type LinkParameters, sentTerms } from './parameters.ts'
import { readExpireDate, readTerms } from './read-terms.ts'
import { refuse } from './refusals.ts'
import { flatOf } from './terms-request.ts'

/** What a link will be once it is stored. */
export type LinkDraft = Pick<Link, 'terms' | 'active' | 'limitAccess' | 'expireDate'>

/**
 * Reads the parameters of a new link, or of the changes to one that was there before: what is not sent stays as it was,
 * and the whole is validated. Throws a refusal that names the parameter.
 */
export function draftOf(
  { site, now, before }: { site: Site; now: Instant; before: Link | undefined },
  parameters: LinkParameters,
): LinkDraft {
  const flat = { ...(before && flatOf(before.terms)), ...sentTerms(parameters) }
  const recovers = before?.terms.recovers
  const terms = { ...readTerms(flat, rulesOf(site, now), before?.terms), ...(recovers && { recovers }) }
  const { active = before?.active ?? true, limitAccess = before?.limitAccess, expireDate: sent } = parameters
  const expireDate = sent
    ? readExpireDate(sent, { now, timeZone: site.timeZone, before: before?.expireDate })
    : sent === undefined
      ? before?.expireDate
      : undefined
  if (recovers && (limitAccess !== 1 || terms.orderType !== 'purchase'))
    throw refuse('invalid_field', {
      field: limitAccess === 1 ? 'orderType' : 'limitAccess',
      rule: 'stays as it is: this link recovers one payment, which can be paid once',
    })
  return { terms, active, limitAccess: limitAccess ?? undefined, expireDate }
}

/** The parts of the terms that links are looked for by. */
export const foundBy = ({ amount, currency, customerEmail }: LinkTerms) => ({
  currency,
  minor: parseMoney(amount, currency)!.minor,
  customer_email: customerEmail ?? null,
})

/** A merchant who writes items out wants them to come to the amount; there is no plugin here that cannot help it. */
const rulesOf = ({ currencies, timeZone }: Site, now: Instant): RequestRules => ({ currencies, timeZone, now })
