import { MediaFault } from '#core/files'
import { readLanguage } from '#core/i18n'
import { languageOf, layoutOf, pageHeaders } from '#core/pages'
import type { Partners } from '#core/partners'
import { settingsOf } from '#issuing/programmes'
import { Refusal } from '#kernel/base/refusal.ts'
import { UploadBroken, UploadTooLarge } from '#kernel/http/form-parser.ts'
import { type Call, type Reply, type Route, seeOther } from '#kernel/http/route.ts'
import { receiveUpload } from '#kernel/http/upload.ts'
import { changeAnswers } from './change-answers.ts'
import type { DocumentsContext } from './context.ts'
import { handIn } from './hand-in.ts'
import { type Addresses, type Again, nothingWrong, pageOf } from './page-of.ts'
import { renderVerificationPage } from './pages/render-page.ts'
import type { FileError, TypedFields, VerificationPage } from './pages/view.ts'
import { fileBytesMax, receiveDocument } from './receive-document.ts'
import { takeBack } from './remove-documents.ts'
import { type Read, readDetails, readDocument, readStatement, typedIn } from './typed-answers.ts'
import { type Answers, openSteps, places, type Step } from './verification.ts'
import { findVisit, type Visit } from './visit.ts'

export type DocumentPagesContext = DocumentsContext & { partners: Partners; testMode: boolean }

type Run = (ctx: DocumentPagesContext, visit: Visit, call: Call) => Promise<Reply>

/**
 * The pages on which a holder hands in documents. The address is the key to them; each form's address has it too, so no
 * other site can post one, and the version that it was shown with, so that of two windows the later one is not guessed at.
 */
export function documentPageRoutes(ctx: DocumentPagesContext): Route[] {
  const route = (method: 'GET' | 'POST', path: string, run: Run): Route => ({
    method,
    path: `/verification/:token${path}`,
    caller: 'session',
    ...(method === 'POST' && { limits: ['verification_forms'] }),
    run: async (call) => {
      const visit = await findVisit(ctx, call.params.token ?? '')
      if (!visit || visit.isOver) return over(ctx, visit, call)
      if (visit.verification.status === 'handed_in') return method === 'GET' ? done(ctx, visit, call) : back(call)
      if (method === 'GET') return run(ctx, visit, call)
      if (call.query.v !== String(visit.verification.version)) return changed(ctx, call)
      return run(ctx, visit, call).catch((error: unknown) => afterRefusal(ctx, call, error))
    },
  })
  return [
    route('GET', '', (...all) => show(...all, nothingWrong)),
    route('POST', '/answers', answer),
    route('POST', '/files/:place', upload),
    route('POST', '/files/:place/remove', remove),
    route('POST', '/hand-in', async (_ctx, visit, call) => {
      await handIn(ctx, visit, call.ip)
      return back(call)
    }),
  ]
}

/** Another window was quicker, or KYC has gone on meanwhile: the page says how it stands. */
async function afterRefusal(ctx: DocumentPagesContext, call: Call, error: unknown): Promise<Reply> {
  if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
  return changed(ctx, call)
}

async function changed(ctx: DocumentPagesContext, call: Call): Promise<Reply> {
  const visit = await findVisit(ctx, call.params.token ?? '')
  if (!visit || visit.isOver) return over(ctx, visit, call)
  if (visit.verification.status !== 'open') return back(call)
  const anew = { ...call, query: { lang: call.query.lang } }
  return { ...(await show(ctx, visit, anew, { ...nothingWrong, isChanged: true })), status: 409 }
}

async function answer(ctx: DocumentPagesContext, visit: Visit, call: Call): Promise<Reply> {
  const { verification } = visit
  const form = (call.body ?? {}) as Record<string, unknown>
  const read = readStep(ctx, visit, form, stepOf(call))
  if (!read) return back(call)
  if ('errors' in read) {
    const again = { errors: read.errors, typed: typedOf(form), isChanged: false }
    return { ...(await show(ctx, visit, call, again)), status: 400 }
  }
  await changeAnswers(ctx, verification, read.value)
  return back(call)
}

/** Undefined for a step that cannot be answered now. */
function readStep(
  { clock }: DocumentPagesContext,
  { verification, documents }: Visit,
  form: Readonly<Record<string, unknown>>,
  step: Step | undefined,
): Read<Partial<Answers>> | undefined {
  const { kind, answers } = verification
  if (!openSteps({ kind, answers, documents }).some((each) => each === step)) return undefined
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  if (step === 'document') return readDocument(form)
  if (step === 'details') return answers.document && readDetails(form, answers.document, today)
  return step === 'statement' ? readStatement(form, today) : undefined
}

async function upload(ctx: DocumentPagesContext, visit: Visit, call: Call): Promise<Reply> {
  const { kind, answers } = visit.verification
  const place = places.find((each) => each === call.params.place)
  if (!place || !openSteps({ kind, answers, documents: visit.documents }).includes(place)) return back(call)
  const sent = await receiveUpload(call, {
    fileBytesMax,
    receive: async ({ bytes }) => {
      await receiveDocument(ctx, visit, { place, bytes })
      return 'stored' as const
    },
  }).catch((error: unknown) => fileErrorOf(error))
  if (sent === 'stored') return back(call)
  const error: FileError = sent ?? { field: 'file', problem: 'file_missing' }
  const wanted = { ...call, query: { ...call.query, step: place } }
  const page = await show(ctx, visit, wanted, { ...nothingWrong, errors: [error] })
  // What is left of a request that was too large is not waited for.
  const headers = error.problem === 'file_too_large' ? { ...page.headers, connection: 'close' } : page.headers
  return { ...page, headers, status: 400 }
}

function fileErrorOf(error: unknown): FileError {
  const field = 'file'
  if (error instanceof MediaFault) return { field, problem: error.problem, kind: error.kind }
  if (error instanceof UploadTooLarge) return { field, problem: 'file_too_large' }
  if (error instanceof UploadBroken) return { field, problem: 'file_broken' }
  if (error instanceof Refusal && error.code === 'too_many_documents') return { field, problem: 'too_many_documents' }
  throw error
}

async function remove(ctx: DocumentPagesContext, visit: Visit, call: Call): Promise<Reply> {
  const document = visit.documents.find(({ place }) => place === call.params.place)
  if (document && visit.verification.kind === 'poa') await takeBack(ctx, visit.verification, document)
  return back(call)
}

const show = (ctx: DocumentPagesContext, visit: Visit, call: Call, again: Again): Promise<Reply> =>
  reply(ctx, visit, call, pageOf(visit, { wanted: stepOf(call), addresses: addressesOf(visit, call), again }))

async function done(ctx: DocumentPagesContext, visit: Visit, call: Call): Promise<Reply> {
  const { kind, partnerId } = visit.verification
  const { returnUrl } = await settingsOf(ctx.db, partnerId)
  return reply(ctx, visit, call, { step: 'done', kind, returnUrl })
}

const over = async (ctx: DocumentPagesContext, visit: Visit | undefined, call: Call): Promise<Reply> => ({
  ...(await reply(ctx, visit, call, { step: 'over', kind: visit?.verification.kind ?? 'id' })),
  status: visit ? 410 : 404,
})

async function reply(
  { db, partners, testMode }: DocumentPagesContext,
  visit: Visit | undefined,
  call: Call,
  page: VerificationPage,
): Promise<Reply> {
  const { partnerId, language } = visit?.verification ?? {}
  const partner = partnerId && (await partners.partner(partnerId))
  const frameAncestors = partnerId ? (await settingsOf(db, partnerId)).frameAncestors : []
  const site = partner && { merchantName: partner.name, logo: undefined, themeColor: undefined, frameAncestors }
  const layout = layoutOf({
    ...{ language: languageOf(call, language), testMode, site: site || undefined },
    address: visit && !visit.isOver ? addressOf(call, { step: stepOf(call) }) : undefined,
  })
  const rendered = renderVerificationPage(page, layout)
  return { status: 200, headers: pageHeaders(rendered), body: rendered.body }
}

const stepOf = ({ query }: Call): Step | undefined =>
  ([...places, 'document', 'details', 'statement', 'review'] as const).find((step) => step === query.step)

/** The page again, after something was done. */
const back = (call: Call): Reply => seeOther(addressOf(call, { lang: readLanguage(call.query.lang) }))

function addressesOf({ verification: { version } }: Visit, call: Call): Addresses {
  const lang = readLanguage(call.query.lang)
  const v = version
  return {
    page: (step) => addressOf(call, { lang, step }),
    answers: (step) => addressOf(call, { lang, step, v }, '/answers'),
    file: (step) => addressOf(call, { lang, v }, `/files/${step}`),
    remove: (step) => addressOf(call, { lang, v }, `/files/${step}/remove`),
    handIn: addressOf(call, { lang, v }, '/hand-in'),
  }
}

function addressOf({ params }: Call, query: Readonly<Record<string, string | number | undefined>>, path = ''): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const text = new URLSearchParams(given).toString()
  return `/verification/${params.token}${path}${text && `?${text}`}`
}

const typedOf = (form: Readonly<Record<string, unknown>>): TypedFields =>
  Object.fromEntries(
    (['kind', 'country', 'mrz', 'number', 'expiresOn', 'issuedOn'] as const).map((name) => [
      name,
      typedIn(form, name).slice(0, 400),
    ]),
  )
