import type { EmailMessages } from './index.ts'

export const ro: EmailMessages = {
  subscription: 'Abonament',
  payment: 'Plata',
  due: 'Suma de plată',
  nextTry: 'Următoarea încercare',
  validUntil: 'Valabil până la',
  amountRefunded: 'Sumă returnată',
  manage: 'Administrează abonamentul',
  newCard: 'Folosește alt card',

  paid: {
    subject: 'Confirmare de plată de la {merchant}: {amount}',
    title: 'Mulțumim pentru plată',
    text: 'Ai plătit {amount} către {merchant}. Aceasta este confirmarea plății.',
  },
  renewed: {
    subject: 'Confirmare de plată de la {merchant}: {amount}',
    title: 'Abonamentul tău este plătit',
    text: '{merchant} a încasat {amount} pentru abonamentul tău, așa cum v-ați înțeles. Aceasta este confirmarea plății.',
  },
  charged: {
    subject: 'Confirmare de plată de la {merchant}: {amount}',
    title: 'Mulțumim pentru plată',
    text: '{merchant} a încasat {amount} de pe cardul tău salvat, așa cum v-ați înțeles. Aceasta este confirmarea plății.',
  },
  partPaid: {
    subject: 'Confirmare de plată de la {merchant}: {amount}',
    title: 'O parte din abonament este plătită',
    text: 'Pe card nu erau destui bani pentru toată suma, așa că {merchant} a încasat o parte: {amount}. Restul se încearcă din nou mai târziu, iar această parte se scade din el.',
  },
  reserved: {
    subject: '{merchant} a rezervat {amount} pe cardul tău',
    title: 'Suma este rezervată',
    text: '{amount} sunt rezervați pe cardul tău pentru {merchant}. Încă nu s-a încasat nimic. Primești o confirmare atunci când se încasează.',
  },
  captured: {
    subject: 'Confirmare de plată de la {merchant}: {amount}',
    title: 'Mulțumim pentru plată',
    text: '{merchant} a încasat {amount}, sumă rezervată mai devreme pe cardul tău. Aceasta este confirmarea plății.',
    partly: 'Din suma rezervată, {reserved}, s-a încasat doar această parte. Restul este din nou disponibil.',
  },
  refunded: {
    subject: '{merchant} îți returnează {amount}',
    title: 'Banii tăi sunt pe drum înapoi',
    text: '{merchant} a returnat {amount} pe cardul tău. Banca poate avea nevoie de câteva zile până când apar în cont.',
  },
  cancelled: {
    subject: '{merchant} a anulat plata ta de {amount}',
    title: 'Plata ta a fost anulată',
    text: '{merchant} a anulat plata ta de {amount}. Banii se întorc pe card. Banca poate avea nevoie de câteva zile până când apar în cont.',
  },
  released: {
    subject: '{merchant} a eliberat {amount} pe cardul tău',
    title: 'Nu s-a încasat nimic',
    text: 'Suma de {amount}, rezervată pe cardul tău pentru {merchant}, este din nou disponibilă. Nu s-a încasat nimic.',
  },

  unpaid: {
    subject: 'Plata ta către {merchant} nu a reușit',
    title: 'Abonamentul nu a putut fi plătit',
    text: '{merchant} a încercat să încaseze {amount} pentru abonamentul tău, dar plata nu a reușit.',
    noCard: 'Nu există un card care să poată fi folosit.',
    next: 'Încercăm din nou pe {date}. Dacă atunci cardul funcționează, nu ai nimic de făcut.',
    last: 'Încercăm din nou pe {date}, pentru ultima oară. Dacă nici atunci plata nu reușește, abonamentul se încheie.',
  },
  lastNotice: {
    subject: 'Ultima încercare pe {date}: abonamentul tău la {merchant}',
    title: 'Abonamentul tău este pe cale să se încheie',
    text: 'Suma de {amount} pentru abonamentul tău la {merchant} încă nu a putut fi încasată.',
  },
  help: 'Poți folosi oricând alt card: suma de plată se încasează atunci imediat de pe el.',
  helpAlone: 'Dacă vrei să folosești alt card, anunță {merchant}.',
  expiring: {
    subject: 'Cardul tău pentru {merchant} expiră în curând',
    title: 'Cardul tău expiră în curând',
    text: 'Cardul cu care se plătește abonamentul tău la {merchant} va fi expirat când urmează plata următoare.',
    help: 'Dă-ne înainte de asta un card nou, ca abonamentul să continue.',
  },
  ending: {
    subject: 'Ai anulat abonamentul la {merchant}',
    title: 'Anularea ta este confirmată',
    text: 'Ai anulat abonamentul la {merchant}. Se încheie pe {date}: ai plătit până atunci și îl poți folosi. Nu se mai încasează nimic.',
    keep: 'Dacă te răzgândești înainte de acea zi, poți reveni asupra anulării.',
    byMerchant: {
      subject: '{merchant} a anulat abonamentul tău',
      title: 'Abonamentul tău a fost anulat',
      text: '{merchant} a anulat abonamentul tău. Se încheie pe {date}: ai plătit până atunci și îl poți folosi. Nu se mai încasează nimic.',
      lastBill: '{merchant} a anulat abonamentul tău. Se încheie când se face plata de {amount} din {date}.',
    },
  },
  kept: {
    subject: 'Abonamentul tău la {merchant} continuă',
    title: 'Abonamentul tău continuă',
    text: 'Ai revenit asupra anulării, așa că abonamentul tău la {merchant} continuă ca înainte.',
    byMerchant: '{merchant} a revenit asupra anulării, așa că abonamentul tău continuă ca înainte.',
  },
  ended: {
    subject: 'Abonamentul tău la {merchant} s-a încheiat',
    title: 'Abonamentul tău s-a încheiat',
    byShopper: 'Ai anulat abonamentul la {merchant}. Nu se mai încasează nimic.',
    byMerchant: '{merchant} a încheiat abonamentul tău. Nu se mai încasează nimic.',
    unpaid:
      'Ultima plată a abonamentului tău la {merchant} nu a reușit, așa că abonamentul s-a încheiat. Nu se mai încasează nimic.',
    again: 'Te poți abona din nou la {merchant} oricând.',
  },

  recovery: {
    subject: 'Plătește {amount} către {merchant}',
    title: 'Plata ta nu a reușit',
    text: 'Plata ta de {amount} către {merchant} a fost respinsă și nu s-a încasat nimic. Cu acest link o poți face din nou, o singură dată.',
    pay: 'Plătește acum',
  },

  link: {
    subject: 'Linkul către abonamentul tău la {merchant}',
    title: 'Noul tău link',
    text: 'Cu acest link îți administrezi abonamentul la {merchant}: vezi plățile, folosești alt card sau îl închei.',
    until:
      'Linkul funcționează până pe {date}. Te rugăm să nu îl dai mai departe: cine îl are poate face același lucru.',
    unasked: 'Dacă nu l-ai cerut tu, nu ai nimic de făcut.',
  },

  invoice: {
    subject: 'Factura {number} de la {merchant}',
    title: 'Factura ta',
    text: 'Factura pentru plata ta de {amount} către {merchant} este atașată acestui e-mail.',
    number: 'Numărul facturii',
  },
  creditNote: {
    subject: 'Factura storno {number} de la {merchant}',
    title: 'Factura ta storno',
    text: '{merchant} îți returnează {amount}. Factura storno este atașată acestui e-mail.',
    number: 'Numărul facturii storno',
  },
  closing: {
    shopper: 'Primești acest e-mail deoarece adresa a fost dată la plata către {merchant}.',
    invoice: 'Primești acest e-mail deoarece {merchant} a fost rugat să trimită confirmarea la această adresă.',
    reply: 'Ai întrebări? Răspunde la acest e-mail, iar {merchant} îl va citi.',
    noReply: 'Răspunsurile la această adresă nu sunt citite. Dacă ai o întrebare, te rugăm să întrebi {merchant}.',
  },
}
