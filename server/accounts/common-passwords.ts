/**
 * The passwords an attacker tries first: the top of published lists of leaked passwords (six characters or more), passwords common in
 * India and among shop owners, and variants of this shop's name. Compared in lower case. The documented minimum length of six characters
 * stays (R2.9); this list rejects the passwords that make it unsafe.
 */
const COMMON = new Set(
  `
123456 123456789 12345678 password 1234567 1234567890 qwerty 111111 123123 abc123 password1 000000 iloveyou 654321 666666 987654321
123321 qwertyuiop 121212 112233 555555 777777 7777777 888888 88888888 999999 222222 333333 444444 11111111 00000000 1q2w3e 1q2w3e4r
1q2w3e4r5t qazwsx zxcvbnm zxcvbn asdfgh asdfghjkl asdf1234 qwerty123 qwerty1 1qaz2wsx q1w2e3r4 qwe123 123qwe 123abc a123456 aa123456
a12345678 123456a 1234qwer 987654 admin123 admin1234 admin12345 administrator admin@123 admin1 adminadmin administrator1 root123
rootroot toor123 superuser letmein letmein1 welcome welcome1 welcome123 welcome@123 login123 master monkey dragon sunshine princess
football baseball superman batman shadow michael jordan23 jordan jennifer trustno1 hunter hunter2 killer soccer ginger charlie donald
freedom whatever flower hottie loveme zaq12wsx starwars computer internet samsung google secret access mustang pokemon naruto hello123
hellohello liverpool chelsea arsenal barcelona realmadrid passw0rd p@ssw0rd p@ssword pass@123 pass@1234 pass123 pass1234 password123
password@123 password12 password1234 password! password1! changeme changeme123 default guest123 test123 test1234 testtest tester user123
temp123 temp1234 demo123 demo1234 sample123 india123 india@123 india2020 india1234 bharat bharat123 bharat@123 krishna krishna123 ganesh
ganesha ganpati shivam shiva123 mahadev omnamahshivaya saibaba sairam jaishriram jaimatadi radhakrishna hanuman lakshmi laxmi123
durga123 allah786 786786 bismillah mumbai mumbai123 delhi123 newdelhi bangalore chennai kolkata hyderabad cricket sachin sachin10
dhoni07 virat18 kohli18 tendulkar sweety sweetheart iloveu iloveyou1 iloveindia lovely loveyou princess1 angel1 babygirl ashley michelle
daniel nicole thomas andrew joshua robert matthew anthony jessica priyanka rahul123 rahul@123 amit123 pooja123 suresh ramesh deepak
sanjay123 abhishek kishmish kishmish1 kishmish12 kishmish123 kishmish@123 kishmish1234 raisin raisins dryfruit dryfruits dryfruits123
almonds cashew cashews qwertyui qwertyu asdfasdf asdasd asd123 zxc123 qweasd qweasdzxc qwerasdf 1234abcd abcd1234 abcdef abcdefg
abcdefgh abc12345 abcabc aaaaaa aaaaaaaa bbbbbb zzzzzz xxxxxx 159753 147258 147258369 159357 789456 789456123 456789 147852 741852
741852963 963852741 852456 101010 131313 141414 202020 232323 252525 696969 420420 987987 102030 010203 123654 123789 135790 246810
100200 200000 199999 112211 110110 121314 212121 543210 0987654321 0123456789 9876543210 98765432 1111111 2222222 5555555 9999999
99999999 123456789a a123456789 1234567a 12345a 123a123a nothing something anything unknown private manager manager1 manager123 owner123
shopkeeper shop123 shop1234 store123 orders123 payment123 business company office123 office@123 summer winter spring autumn summer2024
summer2025 winter2024 january february monday friday saturday sunday cookie chocolate cheese banana orange purple yellow maggie buster
tigger pepper snoopy merlin matrix phoenix corvette ferrari porsche mercedes harley yankees dallas cowboys eagles steelers lakers
thunder rainbow diamond silver golden crystal butterfly elephant computer1 internet1 samsung1 iphone android nokia123 airtel123 reliance
jio12345 paytm123 phonepe123 facebook facebook1 instagram youtube twitter whatsapp gmail123 yahoo123
`
    .trim()
    .split(/\s+/),
);

/** Returns true for a password that is easy to guess: a common one, the user's e-mail, or a run of repeated or consecutive characters. */
export function isCommonPassword(password: string, email = ''): boolean {
  const text = password.normalize('NFKC').toLowerCase().trim();
  const [name = ''] = email.toLowerCase().split('@');
  return COMMON.has(text) || text === email.toLowerCase() || (name !== '' && text === name) || isRun(text);
}

/** 'aaaaaaa', '4567890', 'hgfedcb': the difference between neighbouring characters is constant and at most 1. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step);
}
