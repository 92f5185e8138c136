import { percentText } from '#kernel/base/percent.ts'

type PriceShown = { basisPoints: number; fixed: string; minimum: string }

/** A price for people: `1.4% + 0.25, at least 0.50`. */
export const priceText = ({ basisPoints, fixed, minimum }: PriceShown): string =>
  `${percentText(basisPoints)} + ${fixed}${minimum === '0.00' ? '' : `, at least ${minimum}`}`
