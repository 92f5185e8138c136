import type { ReactNode } from 'react'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { useMay } from '../../session.tsx'
import type { Values } from '../../ui/action-dialog.tsx'
import { approvalIn, Waiting } from '../../ui/waiting.tsx'
import { useWhoGrants } from '../../ui/who-grants.ts'

const texts = {
  en: {
    noPermission: (permission: string) => `Your role does not include “${permission}”.`,
    operatorOnly: 'Only the operator of the platform may do this.',
  },
  ro: {
    noPermission: (permission: string) => `Rolul tău nu include „${permission}”.`,
    operatorOnly: 'Doar operatorul platformei poate face aceasta.',
  },
} satisfies Texts<unknown>

/** Of a permission that the person lacks, what its action says; of others nothing. */
export type Gate = (permission: string) => { whyNot?: string }

/** Of a permission that the person lacks: which, and who can give it. */
function useLacking(): (permission: string) => string {
  const t = useTexts(texts)
  const whoGrants = useWhoGrants()
  return (permission) => `${t.noPermission(permission)} ${whoGrants}`
}

/** What an action says that the person may not take; nothing where they may. */
export function useGate(): Gate {
  const may = useMay()
  const lacking = useLacking()
  return (permission) => (may(permission) ? {} : { whyNot: lacking(permission) })
}

type OfCaller = 'permission_missing' | 'operator_only'
type Possible<Code extends string> = { allowed: boolean; because?: Code; permission?: string }
/** The words that a page has for the reasons of the actions of a thing: all of them. */
export type BecauseOf<Actions extends Readonly<Record<string, { because?: string }>>> = Readonly<
  Record<Exclude<NonNullable<Actions[keyof Actions]['because']>, OfCaller>, string>
>

/** What an action of a thing says, by its reply and the words of the page for its reasons. */
export type Can = <Code extends string>(
  action: Possible<Code>,
  words: Readonly<Record<Exclude<Code, OfCaller>, string>>,
) => { whyNot?: string }

/** Whether an action is drawn where nobody looks for what a state does not allow: it is, and may be off for a permission. */
export const isThere = ({ allowed, because }: Possible<string>): boolean => allowed || because === 'permission_missing'

/** What an action says that the server does not allow now; nothing where it does. No page decides that from a status. */
export function useCan(): Can {
  const t = useTexts(texts)
  const lacking = useLacking()
  return ({ allowed, because, permission = '' }, words) => {
    if (allowed || because === undefined) return {}
    if (because === 'permission_missing') return { whyNot: lacking(permission) }
    if (because === 'operator_only') return { whyNot: t.operatorOnly }
    return { whyNot: words[because as keyof typeof words] }
  }
}

/**
 * What a call sends that is done once for each opened dialog. What people type are texts, for which the types of the
 * document are too narrow: the server reads them and says at which field it cannot.
 */
export const sending = (path: Readonly<Record<string, string>>, body: object, key: string) =>
  ({ params: { path, header: { 'Idempotency-Key': key } }, body }) as never

/** The fields that somebody has filled in. */
export const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The fields that differ from what was there before, and the reason. */
export const changed = (values: Values, before: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name === 'reason' || value !== before[name]))

/** The same over what was seen when the dialog was opened: the server refuses it where that is something else by now. */
export function changedOver(values: Values, first: Values): object {
  const { reason, ...fields } = changed(values, first)
  const seen = Object.fromEntries(Object.keys(fields).map((name) => [name, first[name] ?? '']))
  return { ...fields, reason, seen }
}

/** Some fields of a thing, as a form has them. */
export const textsIn = (thing: Readonly<Record<string, unknown>>, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, String(thing[name] ?? '')]))

/** What a dialog shows afterwards, if a second person has to approve first. */
export function useWaiting(): (result: unknown) => ReactNode {
  return (result) => {
    const approvalId = approvalIn(result)
    return approvalId === undefined ? undefined : <Waiting approvalId={approvalId} />
  }
}
