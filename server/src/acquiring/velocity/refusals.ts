import { Refusal, refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  too_many_card_attempts: [
    'limit',
    'Too many cards were tried by this {kind}. Wait {retryAfterSeconds} seconds and try again, or use a card that is stored.',
  ],
  card_attempt_too_fast: [
    'limit',
    'Many cards are being tried here. Wait {retryAfterSeconds} seconds, and try again from the page as it is then.',
  ],
  velocity_count_not_found: ['not_found', 'Nothing is counted for {kind} {subject}. See: florin limits list'],
  invalid_block: ['invalid', '{why}'],
  block_not_found: ['not_found', 'There is no block with this id.'],
  block_already_ended: ['conflict', 'This block has ended already.'],
  too_many_blocks: ['limit', 'There are {most} blocks already. End some that are no longer needed.'],
})

/** What a page says of an attempt that was refused here; undefined for every other error. */
export function limitOf(error: unknown): { because: 'fast' | 'many'; seconds: number } | undefined {
  if (!(error instanceof Refusal)) return undefined
  const seconds = Number(error.details.retryAfterSeconds)
  if (error.code === 'card_attempt_too_fast') return { because: 'fast', seconds }
  return error.code === 'too_many_card_attempts' ? { because: 'many', seconds } : undefined
}
