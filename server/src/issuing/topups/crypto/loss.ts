/** What was decided about coins that were credited and lost; `found` undoes it. */
export const lossKinds = ['writtenOff', 'reclaimed', 'found'] as const
export type LossKind = (typeof lossKinds)[number]
