import type { IdentityDocument } from '#connectors/identity/port.ts'
import { readDocument, verificationsOf } from '#issuing/documents'
import type { HolderId } from '#issuing/ids'
import type { KycContext } from '../context.ts'

/** The documents of a customer, which the provider reads when it wants them. */
export async function identityDocuments(ctx: KycContext, holderId: HolderId): Promise<IdentityDocument[]> {
  const { id, poa } = await verificationsOf(ctx, holderId)
  return [
    ...(id?.documents.map((document) => ({ ...document, proves: 'identity' as const })) ?? []),
    ...(poa?.documents.map((document) => ({ ...document, proves: 'address' as const })) ?? []),
  ].map(({ id: documentId, proves, type }) => ({
    id: documentId,
    proves,
    mediaType: type,
    read: async function* () {
      yield* (await readDocument(ctx, documentId)).content
    },
  }))
}
