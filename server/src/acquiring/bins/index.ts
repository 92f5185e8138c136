/**
 * BINs: what is known of a card by the first digits of its number, such as its bank and country. An operator loads the
 * table (`florin bins load`); records of cards show it, and prices may ask for it.
 */
export type { BinFacts } from './bin.ts'
export { type Bins, openBins } from './open-bins.ts'
