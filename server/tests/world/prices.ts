import { type RuleInput, setPrice } from '#acquiring/pricing'
import type { Site } from '#core/directory'
import { by } from './author.ts'
import type { World } from './world.ts'

/** Sets a price of a site from now on. */
export const priced = ({ app }: World, { id: siteId }: Pick<Site, 'id'>, rule: RuleInput) =>
  setPrice(app, { by, rule: { siteId, ...rule } })
