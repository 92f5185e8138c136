import { z } from 'zod'
import { NoResponse } from '../errors.ts'

export type Document = { contentType: string; content: string }

const documentType = z.object({ defenseDocumentTypeCode: z.string(), requirementLevel: z.string() })
const reasonsResponse = z.object({
  defenseReasons: z
    .array(z.object({ defenseReasonCode: z.string(), defenseDocumentTypes: z.array(documentType).default([]) }))
    .default([]),
})
type DefenseReason = z.output<typeof reasonsResponse>['defenseReasons'][number]

/** @throws NoResponse when the response cannot be read, or Adyen names no way to defend the dispute. */
export function defenseReasons(json: unknown): readonly DefenseReason[] {
  const parsed = reasonsResponse.safeParse(json)
  if (!parsed.success) throw new NoResponse('the defense reasons of Adyen cannot be read', { because: 'unreadable' })
  return parsed.data.defenseReasons
}

/**
 * Chooses how to defend a dispute, and what each document is. Adyen takes one document of each type: the general reason
 * for which any material counts first, else the one whose required types can all be filled.
 * @throws NoResponse when there are more documents than a reason has types for. Nothing was supplied then; an operator
 *   defends it in the Customer Area.
 */
export function assignDocuments(
  reasons: readonly DefenseReason[],
  documents: readonly Document[],
): { defenseReasonCode: string; defenseDocuments: (Document & { defenseDocumentTypeCode: string })[] } {
  const suited = reasons
    .map(({ defenseReasonCode, defenseDocumentTypes }) => ({
      defenseReasonCode,
      types: [
        ...defenseDocumentTypes.filter(isRequired),
        ...defenseDocumentTypes.filter((type) => !isRequired(type)),
      ].map(({ defenseDocumentTypeCode }) => defenseDocumentTypeCode),
      required: defenseDocumentTypes.filter(isRequired).length,
    }))
    .filter(({ types, required }) => types.length >= documents.length && required <= documents.length)
  const chosen = suited.find(({ types }) => types.includes(anyMaterial)) ?? suited[0]
  if (!chosen)
    throw new NoResponse(
      `Adyen has no reason to defend this dispute that takes ${documents.length} documents; defend it in the Customer Area`,
    )
  const types = chosen.types.toSorted((one, other) => Number(other === anyMaterial) - Number(one === anyMaterial))
  return {
    defenseReasonCode: chosen.defenseReasonCode,
    defenseDocuments: documents.map((each, index) => ({ ...each, defenseDocumentTypeCode: types[index]! })),
  }
}

const isRequired = ({ requirementLevel }: { requirementLevel: string }): boolean => requirementLevel === 'Required'
const anyMaterial = 'DefenseMaterial'
