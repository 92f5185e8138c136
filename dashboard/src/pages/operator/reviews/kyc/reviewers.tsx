import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, bodyOf } from '../../../../api/client.ts'
import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { useReasonField } from '../../../../parts/reason.ts'
import { Time } from '../../../../parts/time.tsx'
import { useMay, useMe } from '../../../../session.tsx'
import type { Action } from '../../../../ui/detail-page.tsx'
import { filled, sending, useCan } from '../../acting.tsx'
import { Actor } from '../../names.tsx'
import { caseBecause } from './because.ts'
import type { KycCase } from './texts.ts'

const texts = {
  en: {
    heldByYou: 'Held for you until',
    isLooking: 'is looking at this until',
    assigned: 'Assigned to',
    takeOver: 'Take over',
    takeOverEffect: 'The case is held for you. Your colleague sees that you have taken it over.',
    assign: 'Assign',
    assignEffect: 'That person finds it under “Assigned to: Me”. Everybody may still decide about it.',
    to: 'Colleague',
    none: 'Nobody',
    of: (what: string, id: string) => `${what}: case ${id}`,
  },
  ro: {
    heldByYou: 'Reținut pentru tine până la',
    isLooking: 'se uită la acest caz până la',
    assigned: 'Atribuit lui',
    takeOver: 'Preia',
    takeOverEffect: 'Cazul este reținut pentru tine. Colegul vede că l-ai preluat.',
    assign: 'Atribuie',
    assignEffect: 'Acea persoană îl găsește la „Atribuit: Mie”. Oricine poate totuși decide.',
    to: 'Coleg',
    none: 'Nimeni',
    of: (what: string, id: string) => `${what}: cazul ${id}`,
  },
} satisfies Texts<unknown>

/** Well before the ten minutes of a hold are over. */
const renewMs = 4 * 60_000

/** Holds the case while its page can be seen, and releases it when it is left. What a colleague holds stays theirs. */
export function useHold(id: string): void {
  const isDecider = useMay()('kyc:decide')
  const queries = useQueryClient()
  useEffect(() => {
    if (!isDecider) return
    const path = { params: { path: { id } } }
    // Who cannot hold it can work on it: the page shows what is wrong, if anything is.
    const hold = async () => {
      const { held } = await bodyOf(api.POST('/kyc/cases/{id}/hold', path))
      queries.setQueryData<KycCase>(['kyc', 'case', id], (known) => known && held && { ...known, held })
    }
    const tryToHold = () => void hold().catch(() => undefined)
    const release = () => void api.POST('/kyc/cases/{id}/release', { ...path, keepalive: true }).catch(() => undefined)
    const onVisibility = () => (document.hidden ? undefined : tryToHold())
    tryToHold()
    const renewing = setInterval(onVisibility, renewMs)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', release)
    return () => {
      clearInterval(renewing)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [id, isDecider, queries])
}

/** Who looks at the case now, and whose it is. */
export function Reviewers({ kycCase: { held, assignedTo } }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const me = `staff ${useMe().id}`
  return (
    <>
      {held && held.by !== me && (
        <p className="notice wait" role="status">
          <span>
            <Actor of={held.by} /> {t.isLooking} <Time at={held.until} />
          </span>
        </p>
      )}
      {(assignedTo || held?.by === me) && (
        <p className="meta">
          {held?.by === me && (
            <>
              {t.heldByYou} <Time at={held.until} />
              {assignedTo && ' · '}
            </>
          )}
          {assignedTo && (
            <>
              {t.assigned} <Actor of={assignedTo} />
            </>
          )}
        </p>
      )}
    </>
  )
}

/** Taking a case over from a colleague, and assigning it to one. */
export function useReviewerActions(): (kycCase: KycCase) => Action[] {
  const t = useTexts(texts)
  const because = useTexts(caseBecause)
  const can = useCan()
  const reason = useReasonField()
  const { data } = useQuery({
    queryKey: ['names', 'kyc-reviewers'],
    queryFn: ({ signal }) => bodyOf(api.GET('/kyc/reviewers', { signal })),
    enabled: useMay()('kyc:decide'),
    staleTime: 60_000,
  })
  return ({ id, actions, assignedTo }) => {
    const [, assignedId = ''] = /^staff (\d+)$/.exec(assignedTo ?? '') ?? []
    const people = (data?.data ?? []).map((one) => ({ value: one.id, label: one.name }))
    return [
      ...(actions.takeOver.allowed
        ? [
            {
              name: 'takeOver',
              label: t.takeOver,
              spec: {
                title: t.of(t.takeOver, id),
                fields: [reason],
                effect: t.takeOverEffect,
                submit: t.takeOver,
                run: (values: Readonly<Record<string, string>>, key: string) =>
                  bodyOf(api.POST('/kyc/cases/{id}/take-over', sending({ id }, values, key))),
              },
            },
          ]
        : []),
      {
        name: 'assign',
        label: t.assign,
        ...can(actions.assign, because),
        spec: {
          title: t.of(t.assign, id),
          fields: [
            {
              name: 'staffId',
              label: t.to,
              kind: 'choice',
              options: [{ value: '', label: t.none }, ...people],
              first: assignedId,
            },
            reason,
          ],
          effect: t.assignEffect,
          submit: t.assign,
          run: (values, key) => bodyOf(api.POST('/kyc/cases/{id}/assign', sending({ id }, filled(values), key))),
        },
      },
    ]
  }
}
