import type { Script, ScriptedResult } from './scripted-acquirer.ts'
import { daysLater, momentOf, monthsLater, wallAt } from './wall-calendar.ts'

/**
 * What must become of a subscription, worked out with plain loops and nothing of the product's: which charge is due
 * when, how often it is tried, and how it ends. Moments are milliseconds, amounts cents.
 */
export type Plan = {
  zone: string
  amount: number
  unit: 'day' | 'month'
  count: number
  /** Days after the first decline. */
  retryDays: readonly number[]
  firstBillAt: number | undefined
}

type Debt = { plannedAt: number; paid: number; failures: number; firstFailedAt: number | undefined; micro: string }
type Doubt = { outcome: ScriptedResult; since: number; micro: boolean; amount: number }

export class Oracle {
  status = 'in-progress'
  endReason: string | undefined
  period = 1
  dueAt: number | undefined
  /** One line for each payment that bills, as it must be found at the end. */
  readonly attempts: string[] = []
  /** One line for each period that was begun. */
  readonly charges: string[] = []
  readonly #plan: Plan
  readonly #script: Script
  #card: { pan: string; expiry: { year: number; month: number } }
  #requests = new Map<string, number>()
  #declines: { pan: string; at: number; amount: number }[] = []
  /** A requested date is exactly that moment, even where its wall time occurs twice. */
  #anchorAt: number
  #anchorPeriod: number
  #debt: Debt | undefined
  #doubt: Doubt | undefined
  #lastPeriod: number | undefined
  #plannedBy: 'merchant' | 'shopper' = 'merchant'

  constructor(plan: Plan, script: Script, startedAt: number, card: Oracle['card']) {
    this.#plan = plan
    this.#script = script
    this.#card = card
    this.#anchorAt = plan.firstBillAt ?? startedAt
    this.#anchorPeriod = plan.firstBillAt === undefined ? 0 : 1
    this.#schedule()
  }

  get card() {
    return this.#card
  }
  get isActive(): boolean {
    return this.endReason === undefined
  }
  get inDoubt(): boolean {
    return this.#doubt !== undefined
  }

  /** Time has come to `now`: what is in doubt since before is found out, and whatever is due is tried. */
  reach(now: number): void {
    if (this.#doubt && this.#doubt.since < now) this.#findOut(now, this.#doubt)
    while (this.isActive && this.dueAt !== undefined && this.dueAt <= now) {
      if (this.isBilledAgain) this.#attempt(now)
      else this.#finish(`cancelled_by_${this.#plannedBy}`)
    }
  }

  moveNextDue(at: number): void {
    this.#anchorAt = at
    this.#anchorPeriod = this.period
    if (this.#debt) Object.assign(this.#debt, { plannedAt: at, failures: 0, firstFailedAt: undefined })
    if (this.status === 'retrying') this.status = 'in-progress'
    this.dueAt = at
  }

  /** The shopper enters another card: an overdue amount is tried at once. */
  changeCard(now: number, card: Oracle['card']): void {
    this.#card = card
    if (this.status === 'retrying') {
      this.dueAt = now
      this.#attempt(now)
    } else this.#lookAtExpiry()
  }

  end(reason: string): void {
    this.#finish(reason)
  }

  get isToEnd(): boolean {
    return this.#lastPeriod !== undefined
  }
  endAfterNextBill(): void {
    this.#lastPeriod = this.period
    this.#plannedBy = 'merchant'
  }
  get canEndWithPaidPeriod(): boolean {
    return this.status !== 'retrying' && this.dueAt !== undefined
  }
  endWithPaidPeriod(now: number, party: 'merchant' | 'shopper'): void {
    // A bill that waits for its network was due already: what is paid is over.
    if (this.#due(this.period) <= now) this.#finish(`cancelled_by_${party}`)
    else {
      this.#lastPeriod = this.period - 1
      this.#plannedBy = party
    }
  }
  get isBilledAgain(): boolean {
    return this.#lastPeriod === undefined || this.#lastPeriod >= this.period
  }
  get plannedBy(): 'merchant' | 'shopper' {
    return this.#plannedBy
  }
  keep(): void {
    this.#lastPeriod = undefined
    if (this.status !== 'retrying' && this.dueAt !== undefined) this.#lookAtExpiry()
  }

  #due(period: number): number {
    const { unit, count, zone } = this.#plan
    const steps = (period - this.#anchorPeriod) * count
    if (steps === 0) return this.#anchorAt
    const anchor = wallAt(this.#anchorAt, zone)
    return momentOf(unit === 'month' ? monthsLater(anchor, steps) : daysLater(anchor, steps), zone)
  }

  #schedule(): void {
    this.dueAt = this.#due(this.period)
    this.#lookAtExpiry()
  }

  #lookAtExpiry(): void {
    const { year, month } = wallAt(this.dueAt!, this.#plan.zone)
    const { expiry } = this.#card
    const expired = year > expiry.year || (year === expiry.year && month > expiry.month)
    this.status = expired && this.isBilledAgain ? 'expiring' : 'in-progress'
  }

  #attempt(now: number): void {
    const fresh = { plannedAt: this.#due(this.period), paid: 0, failures: 0, firstFailedAt: undefined, micro: 'none' }
    const debt = this.#debt ?? fresh
    const micro = debt.micro === 'due'
    const amount = micro ? Math.max(Math.floor(this.#plan.amount / 10), 100) : this.#plan.amount - debt.paid
    const rest = this.#mustRest(amount, now)
    if (rest !== undefined) {
      this.dueAt = rest
      return
    }
    this.#debt = debt
    const { pan } = this.#card
    const nth = this.#requests.get(pan) ?? 0
    this.#requests.set(pan, nth + 1)
    if (micro) debt.micro = 'tried'
    const attempt = { outcome: this.#script(pan, nth), since: now, micro, amount }
    if (attempt.outcome.lost) {
      this.#doubt = attempt
      this.dueAt = undefined
    } else this.#apply(now, attempt)
  }

  /** Visa: 15 declines of a card and amount in 30 days. */
  #mustRest(amount: number, now: number): number | undefined {
    const monthMs = 30 * 86_400_000
    const counted = this.#declines
      .filter((decline) => decline.pan === this.#card.pan && decline.amount === amount && decline.at + monthMs > now)
      .map(({ at }) => at + monthMs)
      .sort((a, b) => a - b)
    return counted.length < 15 ? undefined : counted[counted.length - 15]
  }

  #findOut(now: number, doubt: Doubt): void {
    this.#doubt = undefined
    this.#apply(now, doubt)
  }

  #apply(now: number, { outcome, since, micro, amount }: Doubt): void {
    const debt = this.#debt!
    const lost = outcome.lost === 'request'
    const result = lost ? 'failed' : outcome.says === 'yes' ? 'captured' : outcome.says
    this.attempts.push(`${since} ${this.period} ${amount} ${micro ? 're-bill-micro' : 're-bill'} ${result}`)
    const paid = !lost && outcome.says === 'yes'
    if (!lost && !paid) this.#declines.push({ pan: this.#card.pan, at: since, amount })
    if (paid) debt.paid += amount
    if (paid && debt.paid === this.#plan.amount) this.#paid()
    else if (!this.isActive) this.#note('uncollectible')
    else {
      this.status = 'retrying'
      const next = paid ? this.#afterMicro(now, debt) : this.#afterMiss(now, debt, { outcome, since, micro, amount })
      if (typeof next === 'string') this.#finish(next)
      else this.dueAt = next
    }
  }

  /** When it is tried again, or why it is not. */
  #afterMiss(now: number, debt: Debt, { outcome, since, micro }: Doubt): number | string {
    const lost = outcome.lost === 'request'
    if (!lost && (outcome.says === 'card_closed' || outcome.says === 'card_lost_or_stolen')) return outcome.says
    if (micro) return this.#afterMicro(now, debt)
    if (lost) return now + 86_400_000
    debt.failures++
    debt.firstFailedAt ??= since
    const again = this.#nextRetry(now, debt)
    if (again === undefined) return 'retries_exhausted'
    if (outcome.says === 'insufficient_funds' && debt.micro === 'none' && this.#plan.amount >= 2000) {
      debt.micro = 'due'
      return now
    }
    return outcome.says === 'provider_error' || outcome.says === 'limit_exceeded' ? now + 86_400_000 : again
  }

  #afterMicro = (now: number, debt: Debt): number | string => this.#nextRetry(now, debt) ?? 'retries_exhausted'

  #nextRetry(now: number, { failures, firstFailedAt }: Debt): number | undefined {
    const { retryDays, zone } = this.#plan
    const first = firstFailedAt ?? now
    const moments = retryDays.map((days) => momentOf(daysLater(wallAt(first, zone), days), zone))
    const next = moments[failures - 1]
    if (next === undefined || next > now) return next
    return now + next - (moments[failures - 2] ?? first)
  }

  #paid(): void {
    this.#note('paid')
    this.period++
    if (!this.isActive) return
    if (this.#lastPeriod === this.period - 1) this.#finish('cancelled_by_merchant')
    else this.#schedule()
  }

  #finish(reason: string): void {
    this.status = 'complete-ok'
    this.endReason = reason
    this.dueAt = undefined
    if (this.#debt && !this.#doubt) this.#note('uncollectible')
  }

  #note(status: string): void {
    this.charges.push(`${this.period} ${this.#debt!.plannedAt} ${status} ${this.#debt!.paid}`)
    this.#debt = undefined
  }

  /** The charge that is still open at the end of the days. */
  get openCharge(): string[] {
    return this.#debt ? [`${this.period} ${this.#debt.plannedAt} open ${this.#debt.paid}`] : []
  }
}
