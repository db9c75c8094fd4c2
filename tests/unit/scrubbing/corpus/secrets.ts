import { inspect } from 'node:util';
import { madeUp, madeUpDigits, madeUpHex, madeUpUpper } from './made-up';

/** A printed or thrown text, and the secret in it, which was never in use. */
export type Secret = { name: string; text: string; secret: string };

const corpus: Secret[] = [];

/** A text with one secret in it, which stands for `%s`. */
function add(name: string, secret: string, text: string | ((secret: string) => string)): void {
  const written = typeof text === 'string' ? text.replaceAll('%s', () => secret) : text(secret);
  corpus.push({ name, text: written, secret });
}

/** A key of a service, in two parts, so that no secret scanner takes it for a real one. */
function addKey(service: string, prefix: string, rest: string): void {
  add(`a key of ${service} in a sentence`, prefix + rest, 'request to the service failed with key %s, status 401');
}

/** Its first and last line are not written out, so that no secret scanner takes it for a real one. */
const armoured = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
const json = JSON.stringify;

const password = 'hunter2xQ';
const hard = 'pa#s/s?w@rd7';

// URLs of databases and services.
add('a postgresql address', password, 'Error: connect failed: postgresql://app:%s@db.test/shop?sslmode=require');
add('a mongodb address', password, 'Error: connect failed: mongodb://app:%s@a.test:27017,b.test:27017/s?replicaSet=a');
add('a redis address', password, 'Error: connect failed: redis://app:%s@cache.test:6379/0');
add('an amqp address', password, 'Error: connect failed: amqp://app:%s@queue.test:5672/%2f');
add('an https address', password, 'Error: connect failed: https://app:%s@git.test/jo/shop.git');
add('an address that begins a message', password, 'redis://:%s@cache.test:6379 refused the connection');
add('an address with escaped slashes', password, String.raw`{"url":"redis:\/\/:%s@cache.test:6379"`);
add('an address whose password has all of them', hard, 'cannot reach postgres://u:%s@db.test/x');
add('an address encoded into a query', password, 'callback=postgres%3A%2F%2Fu%3A%s%40db.test%2Fx');
add('a JDBC address', password, 'jdbc:postgresql://db.test/shop?user=app&password=%s');
add('a data source of Go', password, 'dial app:%s@tcp(db.test:3306)/shop?parseTime=true');
add('an ODBC connection string', password, 'Driver={ODBC};Server=db.test;UID=sa;PWD=%s;');
const azure = 'shop.servicebus.windows.net';
add('an Azure storage account', `${madeUp(60)}==`, 'AccountName=shop;AccountKey=%s;EndpointSuffix=core.windows.net');
add('an Azure service bus', `${madeUp(42)}=`, `Endpoint=sb://${azure}/;SharedAccessKeyName=Root;SharedAccessKey=%s`);
add('a signed address of S3, without its host', madeUpHex(64), 'GET /f?X-Amz-Expires=60&X-Amz-Signature=%s: 403');
add('a key as the fragment of an address', madeUp(22), 'open https://paste.test/p/4#%s once');
add('a link that resets a password', madeUp(32), 'GET https://app.test/auth/reset-password/%s failed');

// Headers.
add('Authorization: Basic', 'am86aHVudGVyMnhR', 'Authorization: Basic %s');
add('Authorization: Digest', madeUpHex(32), 'Authorization: Digest username="jo", realm="x", response="%s"');
add('a Bearer in a sentence', madeUp(32), 'the upstream refused Bearer %s');
add('Cookie', madeUp(20), 'Cookie: theme=dark; id=%s; lang=en');
add('Set-Cookie', madeUp(20), 'set-cookie: id=%s; Path=/; HttpOnly');
add('X-Forwarded-For', '203.0.113.77', 'X-Forwarded-For: %s, 10.0.0.1');
add('Forwarded', '203.0.113.78', 'Forwarded: for=%s;proto=https');
add('headers as an object with arrays', madeUp(24), '{"set-cookie":["a=b","id=%s; Path=/"],"status":200}');
add('raw headers with a cookie', madeUp(24), inspect(['Host', 'x.test', 'Cookie', 'id=%s']));
add('raw headers with a key', madeUp(24), inspect(['x-api-key', '%s', 'host', 'x.test']));
add('headers by name and value', madeUp(24), JSON.stringify([{ name: 'Cookie', value: 'id=%s' }]));
add('headers by key and value', madeUp(24), inspect([{ key: 'X-Api-Key', value: '%s' }]));

// Cookies by name.
const cookies = ['connect.sid', 'laravel_session', 'PHPSESSID', 'JSESSIONID', 'sid', 'ASP.NET_SessionId'];
for (const name of [...cookies, '__Secure-authjs.session-token'])
  add(`the cookie ${name}`, madeUp(26), `refused ${name}=%s; it is too old`);
add('a signed cookie of express', madeUp(32), 'connect.sid=s%3A%s.x');

// The environment.
for (const name of ['RAILS_MASTER_KEY', 'SENDGRID_KEY'])
  add(`${name} in a dump of the environment`, `${madeUp(18)}&;x`, `NODE_ENV=production\n${name}=%s\nPORT=3000`);
add('a variable in quotes', 'correct "horse" 7', "DB_PASSWORD='%s'");
add('process.env, inspected', madeUp(20), inspect({ NODE_ENV: 'production', SMTP_PASS: '%s', PORT: '3000' }));
add('an exported variable', 'correct horse 7 battery', 'export DB_PASSWORD=%s\nexport PORT=3000');
add('an .npmrc', madeUp(36), '//registry.test/:_authToken=%s\nregistry=https://registry.test/');
add('an .npmrc with _auth', 'am86aHVudGVyMnhR', '//registry.test/:_auth=%s');
add('a .netrc', 'correcthorse', 'machine git.test login jo password %s');
add("docker's configuration", 'am86aHVudGVyMnhR', '{"auths":{"registry.test":{"auth":"%s"}}}');

// Code, configuration, markup.
add('an assignment', password, 'password=%s');
add('a sentence', password, 'sign in as jo failed, password: %s, try again');
add('smtpPass', password, "{ smtpUser: 'jo', smtpPass: '%s' }");
add('an object', `it's ${password}`, (secret) => inspect({ user: 7, clientSecret: secret }));
add('an object with a value of both quotes', `it's "${password}"`, (secret) => inspect({ password: secret }));
add('an object below a secret name', password, inspect({ credentials: { user: 'jo', value: password }, id: 7 }));
add('an array below a secret name', password, inspect({ tokens: ['a', password], id: 7 }));
add('an object two below a secret name', password, inspect({ secrets: { mail: { user: 'jo', value: password } } }));
const credentials = (value: string) => inspect({ credentials: { user: madeUp(40), value, other: madeUp(40) } });
add('an object below a secret name, over several lines', madeUp(60), credentials);
add('an object with a long value on a line of its own', madeUp(90), "{\n  token:\n   '%s'\n}");
add('a Map', madeUp(20), inspect(new Map([['apiKey', '%s']])));
add('a symbol for a name', madeUp(20), inspect({ [Symbol('token')]: '%s' }));
add('a buffer', '68 75 6e 74', inspect({ password: Buffer.from('hunter2') }));
for (const name of ['password', 'apiKey'])
  add(`the field ${name} in colours`, madeUp(20), inspect({ user: 'jo', [name]: '%s' }, { colors: true }));
add('JSON', 'hun"ter7', (secret) => json({ user: 'jo', password: secret }));
add('JSON with a number', '4711', '{"pin":%s,"id":8}');
add('JSON within JSON', madeUp(20), json({ body: json({ user: 'jo', token: '%s' }) }));
add('JSON within JSON within JSON', madeUp(20), json({ a: json({ b: json({ token: '%s' }) }) }));
add('a quote within JSON within JSON', 'ter7', json({ body: json({ password: 'hun"%s', id: 1 }) }));
add('an array of JSON below a secret name', madeUp(20), '{"tokens":["a","%s"],"id":1}');
add('a body that is no JSON', 'hunter7x', `Unexpected token 'h', "%s{" is not valid JSON`);
add('a form', password, 'user=jo&password=%s&remember=1');
add('a form with an array', password, 'password[]=%s&a=b');
add('a form with an index', password, 'password[0]=%s&a=b');
add('a form with an encoded path', password, 'user%5Bpassword%5D=%s&user%5Bname%5D=jo');
add('a form encoded twice', password, 'next=%2Fx%253Ftoken%253D%s');
const form = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n%s\r\n--b--';
add('a form in parts', password, form);
const typed = form.replace('password', 'api_key').replace('\r\n\r\n', '\r\nContent-Type: text/plain\r\n\r\n');
add('a form in parts with a type', password, typed);
add('a form in parts, inspected', password, inspect(form));
add('XML', password, '<login><user>jo</user><password>%s</password></login>');
add('SOAP', password, '<wsse:Password Type="PasswordText">%s</wsse:Password>');
add('XML with CDATA', password, '<ApiKey><![CDATA[%s]]></ApiKey>');
add('XML in entities', password, '&lt;password&gt;%s&lt;/password&gt;');
add('a key and value of XML', password, '<add key="SmtpPassword" value="%s" />');
add('a property list', password, '<key>password</key>\n\t<string>%s</string>');
add('a field of HTML', password, '<input type="password" name="password" value="%s">');
add('YAML', '& 7 more', 'database:\n  user: jo\n  password: hun;ter %s\n  host: db.test');
add('a block of YAML', password, 'data:\n  token: |\n    first\n    %s\n  other: x');
add('a folded block of YAML', password, 'client_secret: >-\n  %s\nname: x');
add('print_r of PHP', password, 'Array\n(\n    [user] => jo\n    [password] => %s\n)');
add('bytes of Python', password, "login(password=b'%s')");
add('LDIF', 'aHVudGVyMnhR', 'userPassword:: %s');
add('PostgreSQL on a duplicate of two columns', madeUp(24), 'Key (user_id, api_key)=(7, %s) already exists.');
add('PostgreSQL on a row', madeUp(24), 'Failing row contains (1, jo, %s, null).');
add('a statement that makes a user', password, `syntax error at "CREATE USER jo WITH PASSWORD '%s'"`);
add('a statement that makes a user of MySQL', password, `near "CREATE USER jo IDENTIFIED BY '%s'"`);

// Commands.
add('an option with a value', password, 'Command failed: tool --user jo --password %s --verbose');
add('an option with a longer name', password, 'Command failed: tool --db-password %s x');
add('an option in quotes', `two ${password}`, 'Command failed: tool --client-secret "%s" x');
add('-u of curl', password, 'Command failed: curl -u jo:%s https://api.test/x');
add('--user of curl', password, 'Command failed: curl --user jo:%s https://api.test/x');
add('-H of curl with a key', madeUp(24), 'curl -H "X-Api-Key: %s" https://api.test/x');
add('-b of curl', madeUp(24), "curl -b 'session=%s' https://api.test/x");
add('--cookie of curl', madeUp(24), 'curl --cookie "id=%s" https://api.test/x');
add('-p of mysqldump', password, 'Command failed: mysqldump -u root -p%s shop');
add('sshpass', password, 'Command failed: sshpass -p %s ssh jo@host.test');
add('redis-cli', password, 'Command failed: redis-cli -h cache.test -a %s ping');
add('docker login', password, 'Command failed: docker login -u jo -p %s registry.test');

// Keys by their form.
addKey('AWS', 'AKI' + 'A', madeUpUpper(16));
addKey('GitHub', 'gh' + 'p_', madeUp(36));
addKey('GitHub, for an app', 'gh' + 's_', madeUp(36));
addKey('GitHub, fine-grained', 'github' + '_pat_', `${madeUp(22)}_${madeUp(59)}`);
addKey('GitLab', 'gl' + 'pat-', madeUp(20));
addKey('GitLab, for a runner', 'gl' + 'rt-', madeUp(20));
addKey('Slack', 'xo' + 'xb-', `${madeUpDigits(12)}-${madeUp(24)}`);
addKey('Slack, for a user', 'xo' + 'xp-', `${madeUpDigits(12)}-${madeUp(32)}`);
addKey('Slack, for an app', 'xa' + 'pp-1-', `${madeUpUpper(11)}-${madeUpHex(64)}`);
addKey('Stripe', 'sk' + '_live_', madeUp(24));
addKey('Stripe, restricted', 'rk' + '_live_', madeUp(24));
addKey('Stripe, for webhooks', 'wh' + 'sec_', madeUp(32));
addKey('OpenAI', 'sk' + '-proj-', madeUp(48));
addKey('Anthropic', 'sk' + '-ant-api03-', madeUp(80));
addKey('Google', 'AI' + 'za', madeUp(35));
addKey('Google, for OAuth', 'ya' + '29.', madeUp(60));
addKey('Google, for a client', 'GOC' + 'SPX-', madeUp(28));
addKey('Google, to refresh', '1/' + '/0', madeUp(40));
addKey('npm', 'np' + 'm_', madeUp(36));
addKey('Sentry', 'sntr' + 'ys_', madeUp(60));
addKey('SendGrid', 'S' + 'G.', `${madeUp(22)}.${madeUp(43)}`);
addKey('Hugging Face', 'h' + 'f_', madeUp(34));
addKey('Shopify', 'shp' + 'at_', madeUpHex(32));
addKey('DigitalOcean', 'dop' + '_v1_', madeUpHex(64));
addKey('Docker', 'dckr' + '_pat_', madeUp(27));
addKey('PyPI', 'py' + 'pi-', madeUp(90));
addKey('Mailgun', 'ke' + 'y-', madeUpHex(32));
addKey('Mailchimp', '', `${madeUpHex(32)}-us` + '14');
addKey('Brevo', 'xkey' + 'sib-', `${madeUpHex(64)}-${madeUp(16)}`);
addKey('Twilio', 'S' + 'K', madeUpHex(32));
addKey('Square', 'sq0' + 'atp-', madeUp(22));
addKey('Figma', 'fig' + 'd_', madeUp(40));
addKey('Grafana', 'gl' + 'sa_', `${madeUp(32)}_${madeUpHex(8)}`);
addKey('Vault', 'hv' + 's.', madeUp(40));
addKey('Doppler', 'dp' + '.st.', `prd.${madeUp(40)}`);
addKey('Resend', 're' + '_', `${madeUp(8)}_${madeUp(24)}`);
addKey('Supabase', 'sb' + 'p_', madeUpHex(40));
addKey('Netlify', 'nf' + 'p_', madeUp(36));
addKey('Linear', 'lin' + '_api_', madeUp(40));
addKey('Notion', 'nt' + 'n_', madeUp(46));
addKey('Groq', 'gs' + 'k_', madeUp(52));
addKey('Replicate', 'r' + '8_', madeUp(37));
addKey('Contentful', 'CF' + 'PAT-', madeUp(43));
addKey('New Relic', 'NR' + 'AK-', madeUpUpper(27) + 'ABCDEFGHIJ');
addKey('Telegram', '', `${madeUpDigits(10)}:A` + `A${madeUp(33)}`);
const bot = `${madeUpDigits(10)}:A` + `A${madeUp(33)}`;
add('a bot of Telegram in an address', bot, 'POST https://api.telegram.org/bot%s/sendMessage: 401');
addKey('Discord', 'M', `${madeUp(23)}.${madeUp(6)}.${madeUp(38)}`);
addKey('Azure, for an app', '', `${madeUp(2)}~8Q~${madeUp(34)}`.slice(0, 41));
addKey('age', 'AGE-SECRET' + '-KEY-1', madeUpUpper(58));
const webhook = `T${madeUpUpper(8)}/B${madeUpUpper(8)}/${madeUp(24)}`;
add('a webhook of Slack', webhook, `POST https://hooks.slack.com/${'services'}/%s failed`);
add('a webhook of Discord', madeUp(68), `POST https://discord.com/api/${'webhooks'}/${madeUpDigits(18)}/%s: 404`);
add('a JSON Web Token', madeUp(30), 'verify eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.%s failed');
add('an encrypted JSON Web Token', madeUp(30), `decrypt eyJhbGciOiJkaXIifQ..${madeUp(16)}.%s.${madeUp(22)} failed`);
add('a key in PEM', madeUp(60), `bad key ${armoured('RSA PRIVATE KEY', '%s')}\nat x`);
const encrypted = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${madeUpHex(32)}\n\n%s`;
add('an encrypted key in PEM', madeUp(60), armoured('RSA PRIVATE KEY', encrypted));
add('a key of PGP', madeUp(60), armoured('PGP PRIVATE KEY BLOCK', 'Version: GnuPG v2\n\n%s\n=x7Yz'));
add('a key that is cut off', madeUp(60), `-----BEGIN ${'EC PRIVATE'} KEY-----\n%s\n    at sign (/srv/x.js:1:2)`);
add('a hash of bcrypt', madeUp(53), 'user 7 has $2b$12$%s');
add('a hash of argon2', madeUp(43), `user 7 has $argon2id$v=19$m=65536,t=3,p=4$${madeUp(22)}$%s`);

// People.
add('a card', '4111 1111 1111 1111', 'paid with %s.');
add('an account', 'DE89 3704 0044 0532 0130 00', 'transfer to %s failed');
add('an account before a word', 'BE68 5390 0754 7034', 'PAID FROM %s TODAY');
add('an account in one piece', 'GB82WEST12345698765432', '{"account":"%s"}');
add('the digits after a card', '737', 'card declined, cvc: %s');
add('an e-mail address', 'jo.doe+x@mail.example.org', 'mail to %s bounced');
add('a code that was sent', madeUpDigits(6), 'text to +000: your verification code: %s');
add('the words of a wallet', 'legal winner thank year wave sausage', '{"mnemonic":"%s"}');

// Texts that are scrubbed already, or look so.
add('a value behind the mask', password, 'password=[masked]%s');
add('a value behind the mask and a quote', password, "password: [masked]'%s'");

// Other wordings of people and libraries; a first draft of the rules caught two thirds of them.
add('an address of Elasticsearch', password, 'ECONNREFUSED https://elastic:%s@es.test:9200');
add('SASL of Kafka', password, "sasl: { mechanism: 'plain', username: 'app', password: '%s' }");
add('JAAS of Kafka', password, 'sasl.jaas.config=PlainLoginModule required username="app" password="%s";');
add('an invocation of Prisma', password, 'prisma.user.findFirst() { where: { resetToken: "%s" } }');
add('the body of OAuth', password, 'invalid_grant {"grant_type":"password","username":"jo","password":"%s"}');
add('a bind of LDAP', password, 'bind failed: dn=cn=admin,dc=x passwd=%s');
add('an address in YAML', password, 'DATABASE_URL: postgres://u:%s@db/x');
add('headers in a line of pino', password, '{"err":{"headers":{"Authorization":"Bearer %s7","User-Agent":"axios"}}}');
add('cookies in a line of pino', password, '{"req":{"headers":{"cookie":"_ga=1; auth=%s"}}}');
add('an assignment to the environment', password, 'process.env.STRIPE_SECRET_KEY = "%s"');
add('an option of a client', password, 'const client = new Client({ apiKey: "%s" })');
add('a key named in a sentence', password, 'apikey %s is not valid');
add('a token named in a sentence', password, 'The access token %s has expired');
add('a key after a colon', password, 'invalid api key: %s');
add('a key that was provided', password, 'Invalid API key provided: %s');
add('a password that was', password, 'password was %s');
add('a password in quotes, named in a sentence', password, 'wrong password "%s" for jo');
add('a token of Twilio', password, 'TWILIO_AUTH_TOKEN: %s');
add('a client of OAuth', password, '"client_id":"7","client_secret":"%s"');
add('a verifier of OAuth', password, 'code_verifier=%s');
add('X-Hub-Signature-256', password, 'x-hub-signature-256: sha256=%s');
add('X-Goog-Api-Key', password, 'x-goog-api-key: %s');
add('Ocp-Apim-Subscription-Key', password, 'ocp-apim-subscription-key: %s');
add('X-Vault-Token', password, 'X-Vault-Token: %s');
add('X-Shopify-Access-Token', password, 'x-shopify-access-token: %s');
add('Cf-Access-Jwt-Assertion', password, 'Cf-Access-Jwt-Assertion: %s');
add('a password typed twice', password, "passwordConfirmation: '%s'");
add('an old and a new password', password, 'newPassword=%s&oldPassword=%s');
add('variables of GraphQL', password, "variables: { input: { email: 'jo', password: '%s' } }");
add('a comparison', password, "user.password === '%s'");
add('a condition of SQL', password, "select * from users where token = '%s'");
add('an update of SQL', password, "UPDATE users SET password='%s' WHERE id=1");
add('AUTH PLAIN of SMTP', password, '535 AUTH PLAIN %s=');
add('a command of a client of Redis', password, "command: { name: 'auth', args: [ '%s' ] }");
add('a key of WiFi', password, 'wifi psk="%s"');
add('a variable given to Docker', password, 'docker run -e DB_PASSWORD=%s image');
add('a value given to Helm', password, 'helm --set db.password=%s');
add('a token for git', password, 'git clone https://oauth2:%s@git.test/x.git');
add('a password in an .npmrc', password, '//registry.test/:_password="%s"');
add('a licence key', password, 'license key: %s');
add('a passkey', password, 'passkey: %s');
add('a secret that is', password, 'JWT secret is %s');
add('an object of JSON for a token', password, '"accessToken": {"value": "%s"}');
add('a session token', password, "sessionToken: '%s'");
add('a webhook secret', password, 'webhook_secret: %s');
add('a form within an object', password, inspect({ body: `grant_type=client_credentials&client_secret=${password}` }));
add('entries', password, inspect([['token', password]]));
add('a header with a list', password, inspect({ headers: { 'x-api-key': [password] } }));
add('a cause that is an object', password, inspect(new Error('x', { cause: { password } })));
add('parameters of a statement', password, "SequelizeUniqueConstraintError: parameters: [ 'jo', '%s' ]");
add('a name and a password', password, 'Authentication failed for jo:%s');
add('a prompt', password, '? password:\n%s');
add('a command of Redis', password, 'ERR wrong number of arguments, redis AUTH %s');
add('a nested value given to Helm', password, 'helm --set secret.value=%s');
add('a password for once', '482913', '{ "email": "jo", "otp": %s }');
add('a code for a card', '4711', 'the pin code %s is wrong');

add('a value of a statement', password, "insert into users (name, password) values ('jo', '%s') failed");
add('a passphrase that reads like a sentence', 'The quick brown fox', 'password: %s jumps');
add('a secret without form or name', madeUp(20), 'cannot open %s');
add('a line of .pgpass', password, 'db.test:5432:shop:app:%s');

export const secrets: readonly Secret[] = corpus;
