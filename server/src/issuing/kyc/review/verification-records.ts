import { z } from 'zod'
import type { IdVerification, PoaVerification } from '#issuing/documents'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'

const handedInShape = {
  verificationId: z.string(),
  handedInAt: momentShape,
  documents: z.array(
    z.strictObject({ id: z.string(), place: z.string(), mediaType: z.string(), bytes: z.int(), storedAt: momentShape }),
  ),
}

/** What a customer has handed in on our pages, for reviewers. */
export const verificationShapes = {
  identity: z
    .strictObject({
      ...handedInShape,
      documentKind: z.string(),
      country: z.string(),
      number: z.string(),
      expiresOn: z.iso.date().optional(),
      person: z
        .strictObject({
          surname: z.string(),
          givenNames: z.string(),
          birthDate: z.iso.date().optional(),
          sex: z.string(),
          nationality: z.string(),
        })
        .optional()
        .meta({ description: 'Of the machine-readable lines, whose check digits are right.' }),
    })
    .optional(),
  address: z.strictObject({ ...handedInShape, proofKind: z.string(), issuedOn: z.iso.date() }).optional(),
}

type HandedIn = IdVerification | PoaVerification

export const verificationRecords = ({ id, poa }: Both) => ({
  ...(id && { identity: identityRecord(id) }),
  ...(poa && { address: { ...handedIn(poa), proofKind: poa.proofKind, issuedOn: poa.issuedOn.toString() } }),
})
/** As `verificationsOf` returns them. */
type Both = { id: IdVerification | undefined; poa: PoaVerification | undefined }

const identityRecord = (verification: IdVerification) => {
  const { documentKind, country, number, expiresOn, person } = verification
  return {
    ...handedIn(verification),
    documentKind,
    country,
    number,
    ...(expiresOn && { expiresOn: expiresOn.toString() }),
    ...(person && {
      person: {
        surname: person.surname,
        givenNames: person.givenNames,
        ...(person.birthDate && { birthDate: person.birthDate.toString() }),
        sex: person.sex,
        nationality: person.nationality,
      },
    }),
  }
}

const handedIn = ({ verificationId, handedInAt, documents }: HandedIn) => ({
  verificationId,
  handedInAt: momentText(handedInAt),
  documents: documents.map(({ id, place, type, bytes, storedAt }) => ({
    id,
    place,
    mediaType: type,
    bytes,
    storedAt: momentText(storedAt),
  })),
})
