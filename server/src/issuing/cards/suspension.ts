/**
 * Why a card is suspended. The reasons of a card are a set: each is ended by its own act and by no other, the card is usable
 * when none is left, and its successor inherits them.
 */
export const suspensions = ['pin', 'staff', 'screening', 'rejected'] as const
export type Suspension = (typeof suspensions)[number]

/** How each reason ends, as staff who try to end another one read it. */
const endings: Readonly<Record<Suspension, string>> = {
  pin: 'wrong PINs; the customer unblocks the PIN',
  staff: 'the programme; staff resume the card',
  screening: 'sanctions screening; compliance clears the hit',
  rejected: 'a rejection; an approval of the customer ends it',
}

export const describeSuspensions = (of: readonly Suspension[]): string => of.map((one) => endings[one]).join(', and ')
