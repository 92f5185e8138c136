import type { DeclineReason } from '#connectors/acquirer/port.ts'

/**
 * Why a billing failed. `no_usable_card`: the card was deleted, or there is no network transaction id to bill it with.
 */
export type Reason = DeclineReason | 'no_usable_card'

/** After one of these the card never works again. */
const finalReasons: readonly Reason[] = ['card_closed', 'card_lost_or_stolen']
export const isFinal = (reason: Reason): boolean => finalReasons.includes(reason)
