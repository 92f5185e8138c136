import type { NetworkResponse } from '#connectors/network/message.ts'
import { openNoticeWaits } from '#kernel/db/notice-waits.ts'
import type { Authorizing } from '../authorize.ts'
import type { SpendingContext } from '../context.ts'
import { openLanes } from '../lanes.ts'
import type { Answer } from '../outcome.ts'
import { askPartner } from './ask-partner.ts'
import { endQuestion } from './end-question.ts'
import { answerTo, findQuestion, findQuestionAbout } from './question-store.ts'

/** Messages that wait for a partner, and their answers. */
export type Questions = {
  /** The process that has decided asks. A repeated message, here or in another process, waits for the same answer. */
  answer(asked: Authorizing, decided: Answer): Promise<NetworkResponse>
  close(): Promise<void>
}

export function openQuestions(ctx: SpendingContext): Questions {
  const waits = openNoticeWaits(ctx.db, { channel: 'partner_answers', waitMs })
  const endings = openLanes<NetworkResponse>()
  return {
    answer: async (asked, { question }) => {
      const { asks } = asked
      if (question && asks) {
        const end = await askPartner(ctx, { ...asked, asks }, question)
        return endings(() => endQuestion(ctx, question.id, end, asked.wait))
      }
      const id = await findQuestionAbout(ctx.db, asked)
      const found = id && (await findQuestion(ctx.db, id))
      const answer = found && (await waits.until(found.id, () => answerTo(ctx.db, found)))
      if (!answer) throw new Error('the partner’s decision was not recorded in time')
      return answer
    },
    close: () => waits.close(),
  }
}
/** Longer than any deadline and the grace after it. */
const waitMs = 15_000
