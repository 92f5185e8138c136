/**
 * A card that the test system of an acquirer approves, as its vendor publishes it: no bank has issued it, so pages
 * in test mode show it.
 */
export type PublicTestCard = {
  number: string
  /** As routing knows it, such as `visa`. */
  brand: string
  /** `MM/YY`. Absent: any date to come. */
  expiry?: string
  code: string
}

/** One of the cards of a vendor's test system, with what it does there as one sentence. */
export type VendorTestCard = PublicTestCard & { what: string }
