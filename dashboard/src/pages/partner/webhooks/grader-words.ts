const algorithm = 'Acceptă HS512 și nimic altceva, orice ar spune antetul semnăturii. Răspunde cu 401.'
const once = 'Răspunde cu 2xx la un eveniment pe care l-ai tratat deja (același eventId) și nu mai face nimic.'

/** What the grader sends and advises, in Romanian. */
const sentences: Readonly<Record<string, string>> = {
  'an event, signed as every event is': 'un eveniment, semnat ca orice eveniment',
  'Answer 2xx. If it was refused: the key, or the check of the signature over the raw body, is not right.':
    'Răspunde cu 2xx. Dacă a fost refuzat: cheia, sau verificarea semnăturii peste conținutul brut, nu este corectă.',
  'an event without a signature': 'un eveniment fără semnătură',
  'Refuse what is not signed. Answer 401.': 'Refuză ce nu este semnat. Răspunde cu 401.',
  'another body than the one that was signed': 'alt conținut decât cel care a fost semnat',
  'Compare the payload of the signature with the body. Answer 401.':
    'Compară conținutul semnăturii cu conținutul cererii. Răspunde cu 401.',
  'an event signed with another key': 'un eveniment semnat cu altă cheie',
  'Check the signature with your signing key. Answer 401.':
    'Verifică semnătura cu cheia ta de semnare. Răspunde cu 401.',
  'the algorithm none': 'algoritmul none',
  'the algorithm HS256, with the right key': 'algoritmul HS256, cu cheia corectă',
  'the algorithm HS384, with the right key': 'algoritmul HS384, cu cheia corectă',
  'a signature cut short': 'o semnătură trunchiată',
  'Accept HS512 and nothing else, whatever the header of the signature says. Answer 401.': algorithm,
  'an event that was delivered before': 'un eveniment care a mai fost livrat',
  'an event twice at the same moment': 'un eveniment de două ori în același moment',
  'Answer 2xx to an event that you have handled already (same eventId), and do nothing more.': once,
  'a card that is closed, and after it that it is active': 'un card care este închis, iar după aceea că este activ',
  'Events arrive in any order: accept each, and read the state from the API.':
    'Evenimentele vin în orice ordine: acceptă-l pe fiecare și citește starea din API.',
  'a field in data that is not documented': 'un câmp în data care nu este documentat',
  'Ignore fields of data that you do not know.': 'Ignoră câmpurile din data pe care nu le cunoști.',
  'an event of a kind that is not documented': 'un eveniment de un tip care nu este documentat',
  'Accept kinds that you do not know, and ignore them.': 'Acceptă tipurile pe care nu le cunoști și ignoră-le.',
}

/** A sentence that is not known stays as it is. */
export const graderInRomanian = (english: string): string => sentences[english] ?? english
