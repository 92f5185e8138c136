import { api, apiRoot, bodyOf, type Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { DisputeStatus, disputeStatuses } from '../../../parts/dispute-status.tsx'
import { Timeline } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at } from '../../../urls.ts'
import { changedOver, sending, useGate } from '../../common/acting.tsx'
import { Actor } from '../../common/actor.tsx'
import { Audit } from '../../common/audit/panel.tsx'
import { evidenceWords } from './evidence-words.ts'
import { disputeTexts } from './texts.ts'

export type Dispute = Reply<'getDispute'>
type Words = (typeof disputeTexts)['en']

export default function DisputePage() {
  const t = useTexts<Words>(disputeTexts)
  const words = useTexts(disputeStatuses)
  const { whyNot } = useGate()('disputes:respond')
  const money = useMoney()
  const reason = useReasonField()
  const id = useThingId()
  const { scope } = useScope()
  return (
    <DetailPage<Dispute>
      detailKey={['dispute', id]}
      load={(signal) => bodyOf(api.GET('/disputes/{disputeId}', { params: { path: { disputeId: id } }, signal }))}
      parent={{ title: t.title, to: at(scope, 'disputes') }}
      id={id}
      heading={({ amount, currency, status, respondBy, actions }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.one} ${id} · ${money(amount, currency)}`,
        badge: <DisputeStatus status={status} />,
        sentence: actions.length === 0 ? t.nothingToDo : respondBy ? <Deadline respondBy={respondBy} /> : t.noDeadline,
      })}
      actions={(dispute) => actionsOf(dispute, t, { notAllowed: whyNot, reason })}
      main={(dispute) => (
        <>
          <Evidence dispute={dispute} notAllowed={whyNot} />
          <Files dispute={dispute} notAllowed={whyNot} />
          <Timeline
            title={t.history}
            of={dispute.history.map(({ at: moment, status, actor, note }) => ({
              key: `${moment} ${status}`,
              at: moment,
              what: (
                <>
                  {words[status] ?? status} · <Actor of={actor} />
                  {note && <span className="soft"> “{note}”</span>}
                </>
              ),
            }))}
          />
          <Audit of={dispute.audit} />
        </>
      )}
      side={(dispute) => (
        <Panel title={t.facts}>
          <Facts
            of={[
              [t.reason, t.reasons[dispute.reason]],
              [
                t.payment,
                <Link key="payment" to={at(scope, 'payments', dispute.paymentId)}>
                  {dispute.paymentId}
                </Link>,
              ],
              [t.opened, <Time key="opened" at={dispute.openedAt} />],
              [t.deadline, dispute.respondBy && <Time at={dispute.respondBy} />],
              [t.acquirersName, <code key="name">{dispute.dispute}</code>],
            ]}
          />
        </Panel>
      )}
    />
  )
}

function Deadline({ respondBy }: { respondBy: string }) {
  const t = useTexts(disputeTexts)
  return (
    <>
      {t.respondUntil} <Time at={respondBy} />.
    </>
  )
}

function actionsOf(
  { id, actions }: Dispute,
  t: Words,
  { notAllowed, reason }: { notAllowed: string | undefined; reason: FieldSpec },
): Action[] {
  const whyNot = (action: 'submit' | 'accept') => {
    if (notAllowed !== undefined) return { whyNot: notAllowed }
    return actions.includes(action) ? {} : { whyNot: t.over }
  }
  const sent = (key: string, body: { reason: string; confirm?: boolean }) => ({
    params: { path: { disputeId: id }, header: { 'Idempotency-Key': key } },
    body,
  })
  return [
    {
      name: 'submit',
      label: t.submit,
      look: 'main',
      ...whyNot('submit'),
      spec: {
        title: t.submit,
        fields: [reason],
        effect: t.submitEffect,
        submit: t.submit,
        run: ({ reason: why = '' }, key) =>
          bodyOf(api.POST('/disputes/{disputeId}/submit', sent(key, { reason: why }))),
      },
    },
    {
      name: 'accept',
      label: t.accept,
      ...whyNot('accept'),
      spec: {
        title: t.accept,
        fields: [reason],
        effect: t.acceptEffect,
        submit: t.accept,
        isDangerous: true,
        run: ({ reason: why = '' }, key) =>
          bodyOf(api.POST('/disputes/{disputeId}/accept', sent(key, { reason: why, confirm: true }))),
      },
    },
  ]
}

/** A dispute, and why the role does not allow to answer it. */
type ForRole = { dispute: Dispute; notAllowed: string | undefined }

function Evidence({ dispute: { id, evidence, actions }, notAllowed }: ForRole) {
  const t = useTexts(disputeTexts)
  const words = useTexts(evidenceWords)
  const reason = useReasonField()
  if (evidence.length === 0) return null
  const canChange = notAllowed === undefined && actions.includes('submit')
  return (
    <Panel
      title={t.evidence}
      actions={
        <ActionButton
          action={{
            name: 'write',
            label: t.write,
            ...(!canChange && { whyNot: notAllowed ?? t.over }),
            spec: {
              title: t.write,
              fields: [
                ...evidence.map(({ field, text }) => ({
                  name: field,
                  label: words[field],
                  kind: 'lines' as const,
                  first: text ?? '',
                })),
                { ...reason, first: t.writeReason },
              ],
              submit: t.save,
              run: (values, key, first) =>
                bodyOf(
                  api.PATCH('/disputes/{disputeId}/evidence', sending({ disputeId: id }, written(values, first), key)),
                ),
              theirs: async () => {
                const params = { path: { disputeId: id } }
                const now = await bodyOf(api.GET('/disputes/{disputeId}', { params }))
                return Object.fromEntries(now.evidence.map(({ field, text }) => [field, text ?? '']))
              },
            },
          }}
        />
      }
    >
      <p className="soft">{t.evidenceHint}</p>
      <Facts
        of={evidence.map(({ field, text }) => [words[field], text ?? <span className="soft">{t.notWritten}</span>])}
      />
    </Panel>
  )
}

/** The texts that were changed, over what was seen of them; one that was emptied is removed. */
const written = (values: Values, first: Values): object =>
  Object.fromEntries(
    Object.entries(changedOver(values, first)).map(([name, text]) => [
      name,
      typeof text === 'string' && text.trim() === '' ? null : text,
    ]),
  )

function Files({ dispute: { id, files, actions }, notAllowed }: ForRole) {
  const t = useTexts<Words>(disputeTexts)
  const reason = useReasonField()
  const canChange = notAllowed === undefined && actions.includes('submit')
  return (
    <Panel
      title={t.files}
      actions={
        <ActionButton
          action={{
            name: 'addFile',
            label: t.addFile,
            ...(!canChange && { whyNot: notAllowed ?? t.over }),
            spec: {
              title: t.addFile,
              fields: [
                {
                  name: 'kind',
                  label: t.kind,
                  kind: 'choice',
                  options: Object.entries(t.kinds).map(([value, label]) => ({ value, label })),
                },
                { name: 'content', label: t.file, kind: 'file', hint: t.fileHint, isRequired: true },
                { ...reason, first: t.fileReason },
              ],
              submit: t.addFile,
              run: ({ kind, content = '', reason: why = '' }, key) =>
                bodyOf(
                  api.POST('/disputes/{disputeId}/files', {
                    params: { path: { disputeId: id }, header: { 'Idempotency-Key': key } },
                    body: { kind: kind as 'other', content, reason: why },
                  }),
                ),
            },
          }}
        />
      }
    >
      {files.length === 0 && <p className="soft">{t.noFiles}</p>}
      <ul className="plain">
        {files.map(({ id: fileId, name, kind, bytes }) => (
          <li key={fileId}>
            <a href={`${apiRoot}/disputes/${id}/files/${fileId}`} target="_blank" rel="noreferrer">
              {name}
            </a>{' '}
            <span className="soft">
              {t.kinds[kind]} · {Math.ceil(bytes / 1024)} kB
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
