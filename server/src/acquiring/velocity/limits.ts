import { readLimitSetting } from '#kernel/base/limit-setting.ts'

/** What attempts with a typed card are counted by. */
export const velocityKinds = ['address', 'card', 'order', 'link', 'bin', 'site', 'link_day', 'site_day'] as const
export type VelocityKind = (typeof velocityKinds)[number]

/** So many attempts that no bank approved are free; they fade over the window, of which a third is left after `per`. */
export type VelocityLimit = { free: number; per: Temporal.Duration }
export type VelocityLimits = Readonly<Partial<Record<VelocityKind, VelocityLimit>>>

/** What most shops and shoppers never reach. An operator sets others with FLORIN_VELOCITY_LIMITS. */
export const velocityLimits = {
  /** All cards from one address, at every site. Of IPv6 it is the /64 network. */
  address: { free: 10, per: Temporal.Duration.from('PT6H') },
  /** One card at one merchant: a number whose security code or expiry is guessed. */
  card: { free: 10, per: Temporal.Duration.from('PT24H') },
  /** All cards for one order: the sessions of a purchase, and the page of a subscription. */
  order: { free: 10, per: Temporal.Duration.from('PT1H') },
  /** All cards on one payment link. */
  link: { free: 15, per: Temporal.Duration.from('PT10M') },
  /** All cards of one bank (the first six digits) at one site: numbers that are made up in a row. */
  bin: { free: 15, per: Temporal.Duration.from('PT10M') },
  /** All cards of one site. */
  site: { free: 25, per: Temporal.Duration.from('PT10M') },
  /** The same over a day, against an attacker who is patient. */
  link_day: { free: 40, per: Temporal.Duration.from('PT24H') },
  site_day: { free: 80, per: Temporal.Duration.from('PT24H') },
} as const satisfies VelocityLimits

/**
 * Each approved attempt allows so many that were not, so that a large shop may have as many declines as shops have: three
 * for ten approvals. An attacker whose cards are nearly all declined soon has more.
 */
export const freePerApproval = 0.3

/**
 * A key that was beyond its limit is challenged for so long: an attacker who pauses until its count has faded learns as
 * much again, and this is how often.
 */
export const heldHours = 6

/** A kind that belongs to one shopper is refused when it has too many; the others belong to many, and are challenged. */
export const ofOneShopper: ReadonlySet<VelocityKind> = new Set(['card', 'order'])

/**
 * What is beyond the limit of one of these is counted no further: an address that is known need not burden the site. Their
 * limits are of attempts, with any result; the limits of the others are of answers that may have been learned.
 */
export const countedFirst: ReadonlySet<VelocityKind> = new Set(['address', 'card', 'order'])

/** `on`, `off`, or other numbers for some of them: `address=20/PT6H,site=100/PT10M`. Returns what is wrong with it as text. */
export const readVelocityLimits = (text: string): { limits: VelocityLimits } | { problem: string } =>
  readLimitSetting<VelocityKind, VelocityLimit>(text, velocityLimits, {
    count: 'attempts',
    change: (_, free, per) => (per.total({ unit: 'hours', relativeTo }) <= windowHoursMax ? { free, per } : undefined),
  })

const relativeTo = Temporal.PlainDate.from('2000-01-01')
/** Older counts are deleted. */
const windowHoursMax = 48
