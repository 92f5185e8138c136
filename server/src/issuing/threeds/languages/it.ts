import type { ChallengeMessages } from './index.ts'

export const it: ChallengeMessages = {
  title: 'Approvi il pagamento nell’app',
  asks: '{merchant} chiede {amount} con la Sua carta che termina con {lastFour}.',
  open: 'Apra l’app di {partner} e confermi o rifiuti. La richiesta vale dieci minuti.',
  cancel: 'Annulla',
  backTitle: 'Torna al pagamento',
  back: 'La Sua risposta è arrivata. Torna al pagamento.',
  next: 'Continua',
  unknownTitle: 'Questa pagina non può essere mostrata',
  unknown: 'La richiesta della Sua banca non è nota o è scaduta. Torni al negozio e riprovi.',
}
