/**
 * Whether a person is who they say: the port of identity providers. Every request carries a `key` that was stored on our
 * side before it was sent. Sending one key twice is one request: the second result repeats the first. `check` may throw
 * `NoResponse`: then nothing is known, and the same request is sent again. No transaction is open while it is awaited.
 */
export type IdentityProvider = {
  /** As the case keeps it: small letters, digits and dashes. */
  readonly name: string
  check(request: IdentityRequest): Promise<IdentityResult>
}

export type IdentityRequest = {
  /** A UUID; the same each time this is requested. */
  key: string
  /** When the person handed everything in. */
  handedInAt: Temporal.Instant
  person: PersonFacts
  documents: readonly IdentityDocument[]
}

/** What the person has said of themselves. Countries are those of ISO 3166-1, phone numbers those of E.164. */
export type PersonFacts = {
  firstName: string
  lastName: string
  dateOfBirth: Temporal.PlainDate
  nationality: string
  phoneNumber: string
  residence: {
    country: string
    city: string
    street: string
    postalCode?: string | undefined
    state?: string | undefined
  }
  birthplace: { country: string; city: string }
  gender: string
}

export type IdentityDocument = {
  id: string
  /** Who the person is, or where the person lives. */
  proves: 'identity' | 'address'
  mediaType: string
  read(): AsyncIterable<Uint8Array>
}

/**
 * `review`: persons have to decide. `later`: the provider is at it, and the request is sent again. `reference` is the provider's own
 * name of the check, for the people who look it up there.
 */
export type IdentityResult =
  | { outcome: 'approved'; reference?: string }
  | { outcome: 'rejected'; reason: RejectReason; reference?: string }
  | { outcome: 'review'; reference?: string }
  | { outcome: 'later'; reference?: string }

/**
 * Why a person is rejected, as it is published (`rejectReason`). `declined_by_policy` is for what the person must not
 * learn, such as a name on a sanctions list.
 */
export const rejectReasons = [
  'document_expired',
  'document_unreadable',
  'document_cut_off',
  'document_not_accepted',
  'name_differs',
  'data_differs',
  'screen_copy',
  'suspected_forgery',
  'address_not_proven',
  'under_age',
  'duplicate_person',
  'declined_by_policy',
  'other',
] as const
export type RejectReason = (typeof rejectReasons)[number]

/** The provider did not respond, or its response cannot be read. It may or may not have acted. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}
