import { mediaProblems } from '#core/files'
import type { PageLayout, RenderedPage } from '#core/pages'
import { renderVerificationPage } from '../../src/issuing/documents/pages/render-page.ts'
import type { PageError, VerificationPage } from '../../src/issuing/documents/pages/view.ts'

const address = '/verification/0f9d'
const common = { kind: 'id', number: 2, count: 6, action: `${address}/answers`, errors: [], isChanged: false } as const
const nothing = { typed: {} } as const
const bytesMax = 10_000_000

const mistyped: PageError[] = [
  { field: 'mrz', problem: 'mrz_lines' },
  { field: 'mrz', problem: 'mrz_length', line: 2, has: 43, should: 44 },
  { field: 'mrz', problem: 'mrz_signs', line: 1 },
  ...(['number', 'birth', 'expiry', 'personal', 'whole'] as const).map((what) => ({
    ...{ field: 'mrz' as const, problem: 'mrz_digit' as const, line: 2, what },
  })),
  { field: 'mrz', problem: 'mrz_date', line: 2, what: 'birth' },
  { field: 'mrz', problem: 'mrz_other_kind' },
  { field: 'number', problem: 'number_wrong' },
  { field: 'expiresOn', problem: 'expired' },
]

const answers = {
  document: { kind: 'identity_card', country: 'RO' },
  details: {
    ...{ number: 'RX123456', expiresOn: '2029-01-15' },
    person: { surname: 'IONESCU', givenNames: 'MARIA ELENA', birthDate: '1985-01-15', sex: 'F', nationality: 'ROU' },
  },
} as const

const review = {
  ...{ ...common, step: 'review', number: 6, action: `${address}/hand-in?v=7`, next: undefined, answers },
  addressOf: (step: string) => `${address}?step=${step}`,
  files: [
    { place: 'front', type: 'image/jpeg', bytes: 3_412_000, remove: undefined },
    { place: 'back', type: 'image/png', bytes: 812_000, remove: undefined },
    { place: 'selfie', type: 'image/jpeg', bytes: 2_100_000, remove: undefined },
  ],
} as const satisfies VerificationPage

const pages: Readonly<Record<string, VerificationPage>> = {
  'which document': { ...common, ...nothing, step: 'document', number: 1 },
  'which document, with errors': {
    ...{ ...common, ...nothing, step: 'document', number: 1 },
    errors: [
      { field: 'kind', problem: 'kind_missing' },
      { field: 'country', problem: 'country_unknown' },
    ],
  },
  'what the document says': { ...common, ...nothing, step: 'details' },
  'what the document says, with every error': {
    ...{ ...common, step: 'details', errors: mistyped },
    typed: {
      mrz: 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<1',
      number: '-',
    },
  },
  'a file': { ...common, step: 'front', number: 3, documentKind: 'passport', bytesMax },
  'a file, with every error': {
    ...{ ...common, step: 'back', number: 4, documentKind: 'identity_card', bytesMax },
    errors: [...mediaProblems, 'file_missing', 'file_too_large', 'file_broken', 'too_many_documents'].map(
      (problem) => ({
        ...{ field: 'file' as const, problem: problem as (typeof mediaProblems)[number], kind: 'HEIC' },
      }),
    ),
  },
  'a photo of oneself': { ...common, step: 'selfie', number: 5, documentKind: 'passport', bytesMax },
  'all that is handed in': review,
  'another window was quicker': { ...review, isChanged: true },
  'what proves an address': {
    ...{ ...common, kind: 'poa', step: 'statement', number: 1, count: 3, typed: { kind: 'tax_notice' } },
    errors: [{ field: 'issuedOn', problem: 'issued_old' }],
  },
  'a page of a proof': {
    ...common,
    kind: 'poa',
    step: 'page-2',
    number: 2,
    count: 3,
    documentKind: undefined,
    bytesMax,
  },
  'all of a proof': {
    ...{ ...review, kind: 'poa', number: 3, count: 3, next: 'page-3' },
    answers: { statement: { kind: 'utility_bill', issuedOn: '2026-04-20' } },
    files: [
      { place: 'page-1', type: 'application/pdf', bytes: 81_000, remove: undefined },
      { place: 'page-2', type: 'image/png', bytes: 812_000, remove: `${address}/files/page-2/remove?v=7` },
    ],
  },
  'handed in': { step: 'done', kind: 'id', returnUrl: 'https://app.nordwind.example/verified' },
  'an address that is over': { step: 'over', kind: 'id' },
}

/** Every page on which documents are handed in. */
export const verificationGallery = (layout: PageLayout): { name: string; kind: string; rendered: RenderedPage }[] =>
  Object.entries(pages).map(([name, page]) => ({
    name,
    kind: `verification ${page.step.replace(/front|back|page-2/, 'file')}`,
    rendered: renderVerificationPage(page, { ...layout, address: page.step === 'over' ? undefined : address }),
  }))
