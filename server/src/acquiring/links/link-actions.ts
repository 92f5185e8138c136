import { staffActions } from '#core/access'
import type { Link } from './link.ts'
import { refuse } from './refusals.ts'

/** What merchants do with a payment link by hand. One that was removed is not there any more. */
export const linkActions = staffActions(
  {
    change: { permission: 'links:change' },
    disable: { permission: 'links:change' },
    enable: { permission: 'links:change' },
    remove: { permission: 'links:delete' },
  },
  ['link_closed', 'link_not_closed'],
)

export const linkGuards = (link: Pick<Link, 'id' | 'active'>) => ({
  change: () => undefined,
  disable: () => requireSwitchable(link, 'disable'),
  enable: () => requireSwitchable(link, 'enable'),
  remove: () => undefined,
})

export function requireSwitchable({ id, active }: Pick<Link, 'id' | 'active'>, verb: 'disable' | 'enable'): void {
  if (verb === 'disable' && !active) throw refuse('link_closed', { linkId: id, allowed: ['enable'] })
  if (verb === 'enable' && active) throw refuse('link_not_closed', { linkId: id, allowed: ['disable'] })
}
