import type { ChallengeMessages } from './index.ts'

export const ro: ChallengeMessages = {
  title: 'Aprobați plata în aplicație',
  asks: '{merchant} solicită {amount} de pe cardul dumneavoastră care se termină în {lastFour}.',
  open: 'Deschideți aplicația {partner} și confirmați sau refuzați. Solicitarea este valabilă zece minute.',
  cancel: 'Anulează',
  backTitle: 'Înapoi la plată',
  back: 'Răspunsul dumneavoastră a ajuns. Reveniți la plată.',
  next: 'Continuă',
  unknownTitle: 'Această pagină nu poate fi afișată',
  unknown: 'Solicitarea băncii nu este cunoscută sau a expirat. Reveniți la magazin și încercați din nou.',
}
