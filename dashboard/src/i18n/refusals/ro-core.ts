/** What the core and the interface of the staff refuse, in Romanian, by the codes of the refusals. */
export const coreInRomanian: Readonly<Record<string, string>> = {
  // Of several modules.
  site_not_found: 'Nu există un magazin cu acest id.',
  merchant_not_found: 'Nu există un comerciant cu acest id.',
  partner_not_found: 'Nu există un partener cu acest id.',
  key_not_found: 'Nu există o cheie valabilă cu acest id.',
  key_is_current: 'Aceasta este cheia cea mai nouă. Pentru a o încheia imediat, fă una nouă fără suprapunere.',
  permission_missing: 'Nu poți face aceasta: lipsește permisiunea {permission}.',
  unknown_list: 'Nu există lista {list}; există {lists}.',

  data_subject_not_found: 'Nu există clientul {id}.',
  person_has_open_things:
    'Acest client nu poate fi șters încă: {open}. Închide ce este deschis sau așteaptă, apoi șterge-l.',

  setting_of_operator: 'Doar operatorul schimbă {field}. Cere-i operatorului.',
  setting_changed_meanwhile:
    'Între timp, altcineva a schimbat {field} și nu s-a făcut nimic. Vezi cum este acum și trimite din nou.',
  as_of_in_future: 'Acest moment nu a venit încă; acum este {now}. Alege un moment care a trecut.',
  staff_not_found: 'Nu există persoana {who}.',
  staff_inactive: '{who} nu este activ.',
  email_taken: 'Această adresă de e-mail este deja folosită.',
  invalid_role: 'Un rol este unul dintre {roles}.',
  invalid_password: 'O parolă are între {lengthMin} și {lengthMax} caractere.',
  common_staff_password:
    'Această parolă este printre cele care se încearcă primele. Alege o propoziție a ta; poate avea spații.',
  last_owner: 'Acesta este ultimul proprietar activ. Fă mai întâi proprietar pe altcineva.',
  invalid_lifetime: 'Un token trăiește între o oră și {daysMax} zile.',
  invalid_permission:
    '{permission} nu este o permisiune; scrie un substantiv și un verb, de exemplu refunds:create, refunds:* sau *:read.',
  token_wider:
    'Tokenul acestui program este restrâns și nu face un token care poate mai mult: {permission}. Restrânge tokenul nou sau fă-l în dashboard.',
  wrong_login: 'Adresa de e-mail sau parola este greșită.',
  invitation_over: 'Acest link a fost folosit, a expirat sau a fost înlocuit cu unul mai nou. Cere altul.',
  wrong_password: 'Parola este greșită.',
  sign_on_down: 'Furnizorul de autentificare unică nu răspunde. Încearcă din nou peste un minut.',
  sign_on_failed: 'Furnizorul de autentificare unică nu a confirmat cine ești. Începe din nou.',
  email_not_verified: 'Furnizorul de autentificare unică nu ți-a verificat adresa de e-mail.',
  unknown_person: 'Nimeni cu adresa ta de e-mail nu lucrează aici. Roagă un proprietar să te adauge.',
  password_login_off: 'Parolele sunt oprite aici. Intră cu autentificarea unică.',
  wrong_code: 'Codul este greșit sau a fost deja folosit. Așteaptă-l pe următorul.',
  wrong_passkey:
    'Această cheie de acces nu este cunoscută aici, sau browserul nu a confirmat-o. Încearcă din nou sau alt mod.',
  passkey_known: 'Această cheie de acces a fost deja adăugată.',
  challenge_over: 'A durat prea mult sau s-a făcut deja. Începe din nou.',
  proof_required:
    'Aici trebuie o dovadă că ești tu, nu mai veche de cinci minute: parola, un cod sau o cheie de acces.',
  factor_not_found: 'Nu există al doilea factor {id}.',
  factor_required: 'Rolul tău are nevoie de un al doilea factor. Adaugă altul înainte de a-l șterge pe acesta.',
  too_many_factors: 'Există deja {max} factori. Șterge mai întâi unul.',
  no_second_factor: 'Nu există un al doilea factor.',
  own_second_factor: 'Factorii tăi îi ștergi la Securitate; dacă sunt pierduți, îi resetează altă persoană.',
  session_not_found: 'Nu există această sesiune deschisă.',
  token_by_token: 'Un program cu un token API nu face alt token. O persoană îl face în dashboard.',
  invitation_by_token:
    'Fără server de e-mail, linkul se arată celui care îl face, iar un program cu un token API nu primește niciunul. O persoană îl face în dashboard.',
  invitation_needs_mail:
    'Niciun server de e-mail nu este configurat, iar linkul este doar pentru persoană. Operatorul setează FLORIN_SMTP_URL sau rulează florin staff invite pe server și transmite linkul.',
  no_open_invitation: 'Nu există o invitație pentru {email} care să poată fi revocată.',
  invitation_not_sent:
    'Invitația pentru {email} nu a putut fi trimisă: {response}. Încearcă din nou; contează cel mai nou link.',
  token_not_found: 'Nu există acest token.',
  invalid_reason: 'Spune de ce, în {lengthMin} până la {lengthMax} caractere.',
  person_required: 'Pentru {action} trebuie o persoană cu nume.',
  approval_not_found: 'Nu există aprobarea {id}.',
  approval_not_open: 'Starea de acum a aprobării {id} nu permite aceasta.',
  approval_by_same_person: 'Trebuie să aprobe altă persoană decât cea care a cerut.',
  approval_by_own_token:
    'O singură persoană ar cere și ar aproba, pentru că a făcut tokenul API al celeilalte. Trebuie să aprobe altcineva, în dashboard sau cu un token făcut de el.',
  approval_of_operator: 'Doar personalul operatorului decide aici.',
  approval_pending:
    'Aprobarea {id} este deschisă aici pentru altceva sau cerută de altcineva. Folosește-o sau respinge-o mai întâi.',
  approval_not_approved: 'Aprobarea {id} așteaptă o altă persoană, care încă nu a aprobat.',
  approval_of_another: 'Aprobarea {id} a fost cerută de altcineva, care o și execută.',
  approval_outdated:
    'Aprobarea {id} este pentru altceva decât ce s-ar face acum: {changed}. Retrage-o și cere din nou.',
  approval_used_meanwhile: 'Aprobarea {id} a fost folosită sau retrasă între timp. Uită-te din nou la ea.',
  operator_staff_only: 'Linia de comandă este pentru personalul operatorului.',
  two_scopes: 'O persoană lucrează pentru un comerciant sau pentru un partener, nu pentru amândoi: alege unul.',
  another_scope: 'Poți adăuga persoane din organizația ta; lasă gol acest câmp.',

  merchant_state: 'Starea de acum a comerciantului {merchantId} nu permite această schimbare.',
  invalid_merchant_number: 'Scrie numărul așa cum este înregistrat: 2 până la 40 de litere, cifre, spații și ./-.',
  invalid_merchant_address: 'O adresă are cel mult {linesMax} rânduri și {lengthMax} caractere.',
  unknown_columns: 'Fișierul nu are coloana {named}. Are {columns}.',
  site_key_unreadable: 'Cheia privată a magazinului {siteId} nu poate fi citită. Operatorul face una nouă.',
  invalid_overlap: 'Suprapunerea celor două chei este de cel mult {daysMax} zile.',
  invalid_limit: 'O limită este un număr întreg de la 1 la {max}.',
  invalid_name: 'Un nume are între 1 și {lengthMax} caractere, fără rânduri noi și caractere de control.',
  invalid_time_zone: 'Scrie numele IANA al unui fus orar, de exemplu Europe/Bucharest.',
  invalid_cut_off: 'Scrie o oră din zi în forma HH:MM.',
  invalid_payout_max: 'Cea mai mare plată către card este între 1 și {max} unități minore.',
  invalid_split_sites: 'Scrie cel mult {max} id-uri de magazine, de exemplu 10001.',
  invalid_retry_schedule: 'Programul de reîncercări nu este scris corect.',
  invalid_site_lifetime: 'Valoarea este un număr întreg de la {min} la {max}.',
  invalid_attempts_max: 'Numărul de încercări este un număr întreg de la 1 la {max}.',
  invalid_url: 'Scrie o adresă web întreagă, cu nume de gazdă și fără parolă, de cel mult {lengthMax} caractere.',
  url_not_secure: 'Un magazin real are doar adrese https.',
  invalid_logo:
    'O siglă este o adresă data: în base64 a unei imagini PNG, JPEG, WebP sau SVG, de cel mult {lengthMax} caractere.',
  invalid_theme_color: 'Scrie o culoare în forma #rrggbb.',
  invalid_pay_form: 'Formularul de plată nu este corect: {rule}.',
  invalid_frame_ancestors: 'Scrie cel mult {max} origini, de exemplu https://shop.example, fără cale.',
  invalid_email: 'Scrie o adresă de e-mail corectă.',
  invalid_category: 'Scrie un cod de categorie de patru cifre, de exemplu 5462 pentru brutării.',
  invalid_country: 'Țara este un cod de două litere din ISO 3166-1, de exemplu RO.',
  invoice_seller_missing:
    'Facturile spun cine vinde. Scrie aici vânzătorul și adresa lui, sau pune denumirea legală și adresa comerciantului {merchantId}.',
  merchant_sells:
    'Facturile magazinului {siteId} au denumirea legală și adresa acestui comerciant. Numește mai întâi acolo alt vânzător.',
  invalid_invoicing_text: 'Textul are între 1 și {max} caractere, dintre cele care se pot tipări.',
  invalid_invoice_prefix:
    'Un prefix are cel mult 20 de litere, cifre și - / _ . și nu se termină cu o cifră, de exemplu F-.',
  invoice_prefixes_alike: 'Facturile și notele de stornare au nevoie de prefixe diferite, de exemplu F- și C-.',
  invalid_first_number: 'Primul număr este un număr întreg de la 1 la {max}.',
  invalid_vat_percent: 'O cotă de TVA este de la 0 la 99, cu cel mult patru zecimale, de exemplu 19 sau 5.5.',
  invalid_language: 'E-mailurile se pot scrie într-una din limbile {languages}.',

  export_too_long: 'Lista are mai mult de {max} rânduri, deci fișierul se face în fundal: cere-l ca export.',
  invalid_list_query: 'Lista nu primește aceste filtre: {why}.',
  list_not_permitted: 'Nu poți citi această listă: lipsește permisiunea {permission}.',
  export_not_found: 'Nu ai exportul {exportId}.',
  export_not_ready: 'Fișierul nu este încă scris. Urmărește cât s-a făcut și descarcă-l când este gata.',
  export_over: 'Fișierul nu mai este: acest export a fost anulat, a eșuat sau a expirat. Cere altul.',
  too_many_exports: 'Ai {max} exporturi în curs. Așteaptă unul dintre ele sau anulează-l.',
  too_many_export_files:
    'Ai {max} fișiere de export. Anulează unul pe care l-ai descărcat sau așteaptă până se șterge unul: lista spune când.',

  card_range_full:
    'Toate numerele de card ale acestui produs sunt folosite. Operatorul adaugă un produs cu alt interval.',
  key_versions_in_use:
    'Carduri care nu au expirat folosesc versiunea {version} a acestei chei și una mai nouă. A treia versiune este posibilă după ce expiră.',
  entry_not_found: 'Nu există o înregistrare cu acest număr.',

  partner_activity_of_operator: 'Doar personalul operatorului spune dacă un partener este activ.',
  invalid_webhook_url:
    'Scrie o adresă web întreagă, cu nume de gazdă și fără parolă, de cel mult {lengthMax} caractere; https pentru un partener real.',
  invalid_decision_url:
    'Scrie o adresă web întreagă, cu nume de gazdă și fără parolă, de cel mult {lengthMax} caractere; https pentru un partener real.',
  invalid_decision_deadline: 'Un partener are între {deadlineMsMin} și {deadlineMsMax} de milisecunde ca să decidă.',
  signing_key_unreadable: 'Cheia de semnare a partenerului {partnerId} nu poate fi citită. Fă una nouă.',

  invalid_rate:
    'Un curs este un număr pozitiv cu cel mult 20 de cifre de fiecare parte a punctului, de exemplu 1.0812.',
  rate_without_euro: 'O parte a cursului este EUR, cealaltă nu: {base} și {quote}.',
  rate_in_future: 'Cursul este de la {at}, iar acum este {now}. Alege un moment mai devreme sau niciunul.',
  rate_recorded_already:
    'Un curs {base} și {quote} la {at} este deja trecut. Cursurile nu se schimbă: alege un moment mai târziu.',
  no_rates_provider: 'Această instalare nu preia cursuri: setează FLORIN_RATES sau trece-le unul câte unul.',

  request_not_found:
    'Nu există cererea {id}. Cererile se păstrează un timp, iar cele fără cheie valabilă nu se păstrează.',
  search_for_card_number: 'Nu se caută după numărul cardului. Caută după ultimele patru cifre.',
  parked_staff_email_not_found: 'Nu există un e-mail oprit cu id-ul {id}. Poate l-a retrimis altcineva.',
  invalid_card_number: 'Un număr de card are între 12 și 19 cifre.',
  view_not_found: 'Nu ai vizualizarea {id}. Vizualizările colegilor se pot deschide și salva sub un nume al tău.',
  view_name_taken: 'Ai deja o vizualizare a acestei liste cu acest nume. Alege altul.',
  too_many_views: 'O persoană are cel mult {max} vizualizări ale unei liste și {all} cu totul. Șterge mai întâi una.',
  too_many_shared_views:
    'O organizație împarte cel mult {max} vizualizări ale unei liste. Păstreaz-o doar pentru tine sau cere să fie ștearsă una.',

  missing_token: 'Lipsește tokenul din antetul Authorization.',
  unsupported_media_type: 'Cererea trebuie trimisă ca JSON.',
  changed_meanwhile: 'Alții schimbă același lucru chiar acum și nu s-a făcut nimic. Trimite din nou.',
  route_not_found: 'Serverul nu are {method} {path}.',
  invalid_staff_token: 'Acesta nu este un token API valabil; poate a expirat sau a fost revocat. Fă altul.',
  not_logged_in: 'Nu ești autentificat sau sesiunea ta s-a încheiat. Intră din nou.',
  second_factor_required:
    'Rolul tău are nevoie aici de un al doilea factor. Adaugă mai întâi o aplicație de autentificare sau o cheie de acces.',
  no_sign_on: 'Această instalare nu are autentificare unică.',
  nothing_proved:
    'Trimite un cod, un cod de recuperare, o cheie de acces sau, ca să dovedești că ești încă aici, parola.',
  foreign_origin: 'Cererea nu a venit dintr-o pagină a acestui dashboard și nu s-a făcut nimic.',
  parked_email_missing: 'Nu există un e-mail oprit cu id-ul {id}. Poate l-a retrimis altcineva.',
  approval_not_carried_out:
    'Ce cere aprobarea {id} se face acolo unde a fost cerut, prin aceeași cerere încă o dată: aprobarea nu păstrează secrete sau numere de cont.',
  operator_only: 'Doar personalul operatorului poate face aceasta.',
  task_under_way: 'Același lucru este deja în curs; așteaptă să se încheie.',
  invalid_cursor: 'Locul în listă nu mai este valabil. Începe de la prima pagină.',
  two_cursors: 'Se citește înainte sau înapoi, nu amândouă.',
  count_took_too_long: 'Numărarea tuturor a durat prea mult. Restrânge filtrele.',
  too_many_logins:
    'Prea multe persoane intră în același timp. Așteaptă {retryAfterSeconds} secunde și încearcă din nou.',
  clock_goes_on:
    'Ceasul arată {now} și nu merge înapoi; alege un moment mai târziu. Doar resetarea merge înapoi, la ora mașinii.',
  clock_too_far:
    'Este prea departe: ceasul merge înainte cu cel mult {years} ani o dată, și nu după {end}. Fă pași mai mici.',
  idempotency_key_reused: 'Această cheie de idempotență a fost folosită pentru altă cerere. Încearcă din nou.',
  reply_not_stored:
    'Cererea a fost făcută deja. Răspunsul avea secrete și nu s-a păstrat, deci nu poate fi arătat din nou.',
  idempotency_key_malformed: 'Cheia de idempotență are între 1 și 255 de caractere ASCII vizibile.',
  malformed_request: 'Cererea nu poate fi citită: {why}',
  request_too_large: 'Cererea este prea mare.',
  internal: 'Ceva nu a mers la noi. Nu se știe nimic greșit la cererea ta; încearcă din nou.',
  mail_not_found: 'Nu există acest e-mail în cutia poștală.',
  clock_goal_missing: 'Alege fie cât merge ceasul înainte, fie un moment.',
  too_many_streams: 'Prea multe pagini urmăresc ce se schimbă. Închide câteva.',
  too_many_requests: 'Prea multe cereri. Așteaptă {retryAfterSeconds} secunde și încearcă din nou.',
  too_busy:
    'Serverul este prea ocupat acum și nu s-a făcut nimic. Așteaptă {retryAfterSeconds} secunde și trimite din nou.',
}
