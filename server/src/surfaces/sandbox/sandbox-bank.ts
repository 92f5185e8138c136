import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ancestorsOfBank, pageReply, renderSandboxBankPage, type SandboxBankPage } from '#acquiring/checkout'
import {
  type BankVisit,
  type ChallengeInput,
  type SandboxRecord,
  visitBank,
} from '#connectors/acquirer/sandbox/index.ts'
import { chooseLanguage, type Language } from '#core/i18n'
import { i18nOf, layoutOf, type RenderedPage, renderRedirectPage } from '#core/pages'
import type { Clock } from '#kernel/base/clock.ts'

export type SandboxBankParts = {
  /** The records of the sandbox acquirers that send their cardholders here. */
  records: readonly SandboxRecord[]
  clock: Clock
}

/**
 * The simulated bank of the sandbox: a challenged cardholder confirms a payment here and is sent back to the store with
 * the bank's response. The return address is the one from the acquirer request, never one from the browser.
 */
export const sandboxBank =
  (parts: SandboxBankParts): FastifyPluginAsync =>
  async (http) => {
    if (!http.hasContentTypeParser('application/x-www-form-urlencoded')) await http.register(formbody)
    http.get('/', (request, reply) => nothingHere(reply, languageOf(request)))
    http.post('/', async (request, reply) => {
      const language = languageOf(request)
      const form = Form.safeParse(request.body)
      if (!form.success) return nothingHere(reply, language)
      const response = responseIn(form.data)
      const visit = await visitAny(parts, form.data.PaReq, response === 'nothing typed' ? undefined : response)
      const error = response === 'nothing typed' ? 'missing' : undefined
      return show(reply, visit, { action: request.url, language, error })
    })
  }

/** One acquirer knows the challenge; for the others there is nothing here. */
async function visitAny(
  { records, clock }: SandboxBankParts,
  paReq: string,
  response: ChallengeInput,
): Promise<BankVisit> {
  for (const record of records) {
    const visit = await visitBank({ record, clock }, paReq, response)
    if (visit.shows !== 'nothing here') return visit
  }
  return { shows: 'nothing here' }
}

const Form = z.object({
  PaReq: z.string().max(200),
  decision: z.enum(['confirm', 'cancel']).optional(),
  code: z.string().max(100).optional(),
})

/** A form that was sent empty costs no try. */
function responseIn({ decision, code }: z.output<typeof Form>): ChallengeInput | 'nothing typed' {
  if (decision === 'cancel') return 'cancel'
  const typed = code?.replaceAll(/\s/g, '')
  if (typed) return { code: typed }
  return decision === undefined ? undefined : 'nothing typed'
}

type Shown = { action: string; language: Language; error: 'missing' | undefined }

function show(reply: FastifyReply, visit: BankVisit, { action, language, error }: Shown): FastifyReply {
  switch (visit.shows) {
    case 'challenge':
      return send(reply, renderSandboxBankPage(challengePage(visit, action, error), language))
    case 'way back':
      return send(reply, renderWayBack(visit, language))
    case 'nothing here':
      return nothingHere(reply, language)
  }
}

function challengePage(
  { paReq, requested, codeWrong, triesLeft, unframed }: Extract<BankVisit, { shows: 'challenge' }>,
  action: string,
  error: 'missing' | undefined,
): SandboxBankPage {
  const { amount, merchant, cardTail } = requested
  return {
    action,
    fields: { PaReq: paReq },
    merchant,
    amount,
    lastFour: cardTail,
    triesLeft,
    unframed,
    error: error ?? (codeWrong ? 'wrong' : undefined),
  }
}

function renderWayBack(
  { url, fields, unframed }: Extract<BankVisit, { shows: 'way back' }>,
  language: Language,
): RenderedPage {
  const { messages } = i18nOf(language)
  const { returnTitle: title, returnText: text, goOn: button } = messages
  return renderRedirectPage(
    { icon: 'way', title, text, button, url, method: 'POST', fields },
    {
      ...layoutOf({ language, testMode: true }),
      frameAncestors: ancestorsOfBank(unframed),
      merchant: { name: messages.bank.title, logo: undefined, themeColor: undefined, support: undefined },
    },
  )
}

function nothingHere(reply: FastifyReply, language: Language): FastifyReply {
  const { status, headers, body } = pageReply({ kind: 'notFound' }, layoutOf({ language, testMode: true }), 404)
  return reply.status(status).headers(headers).send(body)
}

const send = (reply: FastifyReply, { body, contentSecurityPolicy }: RenderedPage): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(body)

const languageOf = (request: FastifyRequest): Language => chooseLanguage(undefined, request.headers['accept-language'])
