/**
 * Words that most guessed passwords are made of, in small letters and without what people put around them to please a
 * rule. The rule of the interface keeps everything plainer away.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort passw passwd pass parola parole motdepasse contrasena contraseña senha wachtwoord haslo heslo
  qwerty qwertz azerty qwertyuiop qwertyui qwert asdfgh asdfghjkl asdf zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc zaqwsx
  1qaz@wsx 1qaz2wsx! zaq1@wsx !qaz2wsx qweasd qweasdzxc
  abc abcd abcde abcdef abcdefg abcdefgh aaa aaaaaa xxxxxx aabbcc
  admin administrator root user guest test testing tester demo default changeme change letmein welcome willkommen bienvenue
  bienvenido benvenuto hello hallo hola bonjour login master secret geheim access enter open opensesame sesame trustno
  iloveyou love lovely loveme loveyou sweetheart honey baby babygirl princess prince angel sunshine flower rainbow butterfly
  dragon monkey tiger lion eagle shadow killer hunter ranger warrior ninja samurai batman superman spiderman starwars
  pokemon pikachu naruto minecraft fortnite matrix phoenix merlin gandalf
  football fussball soccer baseball basketball hockey golf liverpool chelsea arsenal barcelona realmadrid juventus steaua
  dinamo manchester
  michael michelle jennifer jessica ashley daniel david andrew thomas charlie george jordan robert william joseph anthony
  nicole amanda maria mihai andrei alexandru alexandra elena ioana cristina gabriel
  summer winter spring autumn sommer winter vara iarna januar january february march april june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday
  computer internet google facebook instagram amazon apple samsung microsoft windows linux android iphone laptop
  money bank banking card credit visa mastercard bitcoin crypto wallet ethereum florin payment payments
  romania bucuresti london paris berlin roma madrid america
  chocolate cookie coffee cheese banana orange pepper ginger mustang ferrari porsche mercedes corvette harley yamaha
  freedom whatever nothing everything forever friends family mother father chicken maggie buster bailey
  pa$$word p@ssword`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
