import type { PayForm, Site } from '#core/directory'
import { author, type Scene, type Stage } from './stage.ts'

/** Of a loaf that a courier brings. Nothing is required: who tries the demo store need only type a card. */
const form: PayForm = {
  fields: [
    {
      name: 'phone',
      required: false,
      label: { en: 'Phone, for the courier', ro: 'Telefon, pentru curier' },
      help: { en: 'The courier calls once, at your door.', ro: 'Curierul sună o dată, la ușa ta.' },
    },
    {
      name: 'address',
      required: false,
      label: { en: 'Where we deliver', ro: 'Unde livrăm' },
      help: {},
    },
  ],
  title: { en: 'Fresh bread, tomorrow morning', ro: 'Pâine proaspătă, mâine dimineață' },
  note: {
    en: 'Baked at night and brought by nine.',
    ro: 'Coaptă noaptea și adusă până la nouă.',
  },
}

/** On the first whole day the shop says what its payment page asks, in both languages of its customers. */
export const payFormScene = (stage: Stage, { id: siteId }: Site): Scene => ({
  at: stage.moment(1, '07:30'),
  name: 'pay form',
  play: () =>
    stage.app.directory.changeSite({
      by: { ...author, reason: 'The courier has to find the door.' },
      siteId,
      changes: { payForm: form },
    }),
})
