import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import type { BecauseOf, Can } from '../../common/acting.tsx'
import type { LinkWords } from './texts.ts'

type Link = Reply<'getLink'>
type Because = BecauseOf<Link['actions']>

export const linkActionTexts = {
  en: {
    disable: 'Close',
    disableEffect: 'It cannot be paid from now on, not even by shoppers who have begun. You can open it again.',
    enable: 'Open again',
    enableEffect: 'The address can be paid again.',
    remove: 'Remove',
    removeEffect: 'Its address says from then on that it is gone. This is final; payments stay.',
    because: { link_closed: 'It is closed already.', link_not_closed: 'It is open.' } satisfies Because,
  },
  ro: {
    disable: 'Închide',
    disableEffect: 'Nimeni nu îl mai poate plăti de acum, nici cine a început. Îl poți deschide din nou.',
    enable: 'Deschide din nou',
    enableEffect: 'Cine are adresa poate plăti din nou.',
    remove: 'Șterge',
    removeEffect: 'Adresa lui spune de atunci că nu mai există. Nu se poate lua înapoi; plățile rămân.',
    because: { link_closed: 'Este deja închis.', link_not_closed: 'Este deschis.' } satisfies Because,
  },
} satisfies Texts<unknown>

type Words = LinkWords & ((typeof linkActionTexts)['en'] | (typeof linkActionTexts)['ro'])
type Person = { can: Can; reason: FieldSpec }

/** What can be done with a link. */
export function linkActions(link: Link, t: Words, { can, reason }: Person): Action[] {
  const { actions } = link
  const verb = actions.disable.because === 'link_closed' ? 'enable' : 'disable'
  const sent = (values: Values, key: string) => ({
    params: { path: { linkId: idIn(link.id) }, header: { 'Idempotency-Key': key } },
    body: { reason: values.reason ?? '' },
  })
  return [
    {
      name: verb,
      label: t[verb],
      ...can(actions[verb], t.because),
      spec: {
        title: `${t[verb]}: ${link.title}`,
        fields: [reason],
        effect: verb === 'enable' ? t.enableEffect : t.disableEffect,
        submit: t[verb],
        run: (values, key) => bodyOf(api.POST(`/links/{linkId}/${verb}`, sent(values, key))),
      },
    },
    {
      name: 'remove',
      label: t.remove,
      ...can(actions.remove, t.because),
      spec: {
        title: `${t.remove}: ${link.title}`,
        fields: [reason],
        effect: t.removeEffect,
        submit: t.remove,
        isDangerous: true,
        run: (values, key) => bodyOf(api.POST('/links/{linkId}/remove', sent(values, key))),
      },
    },
  ]
}
