import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { DocumentsContext } from './context.ts'
import { digestOfNumber } from './envelope.ts'
import { handedIn, storedOf } from './store.ts'
import type { DocumentKind, MrzPerson, ProofKind, StoredDocument, VerificationId } from './verification.ts'

type HandedIn = { verificationId: VerificationId; handedInAt: Instant; documents: readonly StoredDocument[] }

/** What a holder has handed in of their identity. Nothing of it was compared with the pictures: reviewers do that. */
export type IdVerification = HandedIn & {
  documentKind: DocumentKind
  /** That issued it: two letters. */
  country: string
  number: string
  /** The same for one document, also when two people hand it in. */
  numberDigest: Buffer
  /** Undefined of a document without an end. */
  expiresOn: Temporal.PlainDate | undefined
  /** Of the machine-readable lines, whose check digits are right; undefined when there were none. */
  person: (Omit<MrzPerson, 'birthDate'> & { birthDate: Temporal.PlainDate | undefined }) | undefined
}
export type PoaVerification = HandedIn & { proofKind: ProofKind; issuedOn: Temporal.PlainDate }

/** What is complete of a holder: the newest of each kind that was handed in and is not deleted. */
export async function verificationsOf(
  ctx: Pick<DocumentsContext, 'db' | 'keys'>,
  holderId: HolderId,
): Promise<{ id: IdVerification | undefined; poa: PoaVerification | undefined }> {
  const found: { id: IdVerification | undefined; poa: PoaVerification | undefined } = { id: undefined, poa: undefined }
  for (const { id: verificationId, answers, handedInAt } of await handedIn(ctx, holderId)) {
    const common = { verificationId, handedInAt: handedInAt!, documents: await storedOf(ctx.db, verificationId) }
    const { document, details, statement } = answers
    if (document && details) {
      const { country } = document
      const { number, person } = details
      found.id = {
        ...{ ...common, documentKind: document.kind, country, number },
        numberDigest: digestOfNumber(ctx.keys, { country, number }),
        expiresOn: dateOf(details.expiresOn),
        person: person && { ...person, birthDate: dateOf(person.birthDate) },
      }
    }
    if (statement)
      found.poa = { ...common, proofKind: statement.kind, issuedOn: Temporal.PlainDate.from(statement.issuedOn) }
  }
  return found
}

const dateOf = (text: string | undefined): Temporal.PlainDate | undefined =>
  text === undefined ? undefined : Temporal.PlainDate.from(text)
