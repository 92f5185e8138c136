import { nextDueAt } from '#kernel/work/due-work.ts'
import type { World } from './world.ts'

/** From one payment that is due to the next, doing what is due on the way; never less than a minute at a time. */
export async function passMinutes({ app, clock, runUntilIdle }: World, minutes: number): Promise<void> {
  const end = clock.now().add({ minutes })
  const compare = Temporal.Instant.compare
  while (compare(clock.now(), end) < 0) {
    const soon = clock.now().add({ minutes: 1 })
    const due = (await nextDueAt(app.db, ['payments.payments'])) ?? end
    const next = compare(due, soon) < 0 ? soon : due
    clock.set(compare(next, end) < 0 ? next : end)
    await runUntilIdle()
  }
}
