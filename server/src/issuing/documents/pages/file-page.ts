import { formatMessage, formatText } from '#core/i18n'
import { fieldFrame, fieldState, type PageLayout, type RenderedPage } from '#core/pages'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { field, form, renderStep, sizeText, type Texts } from './parts.ts'
import type { FilePage } from './view.ts'

/**
 * One photo or file. A telephone offers its camera beside its folder; anything else has the folder alone. Without a script
 * it is a plain form; with one, a file that is too large is noticed before it is sent, and a picture is shown.
 */
export function renderFilePage(page: FilePage, layout: PageLayout, texts: Texts): RenderedPage {
  const { messages } = texts
  const { step, action, bytesMax } = page
  const isSelfie = step === 'selfie'
  const lead = isSelfie
    ? messages.leads.selfie
    : step.startsWith('page')
      ? messages.leads.page
      : messages.leads.document
  const content = [cameraField(page, texts), folderField(page, texts), html`<img class="preview" alt="" hidden>`]
  return renderStep(page, layout, texts, {
    title: placeTitle(page, texts),
    lead,
    content: form(layout, action, content, messages.send, { isUpload: true, busy: messages.sending }),
    bytesMax,
  })
}

/** What belongs in a place. */
export function placeTitle(
  { step, documentKind }: Pick<FilePage, 'step' | 'documentKind'>,
  { messages }: Texts,
): string {
  const { places } = messages
  if (step === 'selfie' || step === 'back') return places[step]
  if (step === 'front') return documentKind === 'passport' ? places.passport : places.front
  return formatText(places.page, { page: step.slice('page-'.length) })
}

/** Which of the two cameras: the one towards the document, or the one towards the person. */
function cameraField({ step, bytesMax }: FilePage, texts: Texts): Html {
  const { messages } = texts
  const name = 'photo'
  const own = { class: 'box', type: 'file', id: name, name, accept: pictures, ...fieldState({ name }) }
  const capture = step === 'selfie' ? 'user' : 'environment'
  const input = html`<input${attributes({ ...own, capture, ...early(texts, bytesMax) })}>`
  return html`<div class="camera">${fieldFrame({ name, label: messages.takePhoto }, input)}</div>`
}

function folderField({ step, errors, bytesMax }: FilePage, texts: Texts): Html {
  const { messages } = texts
  const isSelfie = step === 'selfie'
  const hint = formatMessage(isSelfie ? messages.pictureHint : messages.fileHint, { size: sizeText(bytesMax) })
  const accept = isSelfie ? pictures : `${pictures},application/pdf`
  const about = { name: 'file', label: messages.chooseFile, hint } as const
  return field(
    texts,
    about,
    errors,
    (state) => {
      const own = { class: 'box', type: 'file', id: 'file', name: 'file', accept, ...state }
      return html`<input${attributes({ ...own, ...early(texts, bytesMax) })}>`
    },
    bytesMax,
  )
}

const pictures = 'image/jpeg,image/png'

/** What the script says before a file is sent in vain. */
const early = ({ messages }: Texts, bytesMax: number) => ({
  'data-bytes-max': bytesMax,
  'data-too-large': formatText(messages.problems.file_too_large, { size: sizeText(bytesMax) }),
})
