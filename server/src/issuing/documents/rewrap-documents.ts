import { rewrapDataKey } from '#core/files'
import { commit, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { openAnswers, sealAnswers } from './envelope.ts'
import { answersSealedBefore, keysSealedBefore } from './store.ts'

type Parts = Pick<DocumentsContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` keys of documents and as many answers again under the newest master key, while documents are
 * uploaded; to be called until `rewrapped` is 0. The files themselves are not touched. What does not open is named.
 */
export async function rewrapDocuments(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const { db, keys } = ctx
  const newest = keys.newestVersion('documents')
  const documents = (await keysSealedBefore(db, newest, limit)).map(({ id, sealed }) => ({
    name: `document ${id}`,
    make: (): Write =>
      update('documents.documents', {
        set: { data_key: rewrapDataKey(keys, id, sealed) },
        where: { id, data_key: sealed },
      }),
  }))
  const answers = (await answersSealedBefore(db, newest, limit)).map(({ id, sealed }) => ({
    name: `answers of verification ${id}`,
    make: (): Write =>
      update('documents.verifications', {
        set: { answers: sealAnswers(keys, id, openAnswers(keys, id, sealed)) },
        where: { id, answers: sealed },
      }),
  }))
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { name, make } of [...documents, ...answers]) {
    try {
      await commit(ctx, ctx.clock.now(), [make()], 'rewrap-documents')
      rewrapped++
    } catch (error) {
      // Another process has done it, or it was removed; anything else is a record that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(name)
    }
  }
  return { rewrapped, unreadable }
}
