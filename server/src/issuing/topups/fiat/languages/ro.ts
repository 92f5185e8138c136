import type { TopupMessages } from './index.ts'

export const ro: TopupMessages = {
  title: 'Adaugă bani',
  text: 'Pe pagina următoare plătiți {amount} către {merchant}.',
  button: 'Continuați la plată',
}
