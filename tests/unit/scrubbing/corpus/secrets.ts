import { inspect } from 'node:util';
import { madeUp, madeUpDigits, madeUpHex, madeUpUpper } from './made-up';

/** A printed or thrown text, and the secrets in it. None of them was ever in use. */
export type Secret = { name: string; text: string; secrets: string[] };

const corpus: Secret[] = [];

/** A text with one secret in it; `write` gets the secret. */
function add(name: string, secret: string, write: (secret: string) => string): void {
  corpus.push({ name, text: write(secret), secrets: [secret] });
}

/** A key of a service, in two parts, so that no secret scanner takes it for a real one. */
function addKey(service: string, prefix: string, rest: string): void {
  add(
    `a key of ${service} in a sentence`,
    prefix + rest,
    (key) => `request to the service failed with key ${key}, status 401`,
  );
}

const password = 'hunter2xQ';
const hard = 'pa#s/s?w@rd7';

// URLs of databases and services.
for (const [scheme, host] of [
  ['postgres', 'db.test:5432/shop'],
  ['postgresql', 'db.test/shop?sslmode=require'],
  ['mysql', 'db.test:3306/shop'],
  ['mariadb', 'db.test/shop'],
  ['mongodb', 'a.test:27017,b.test:27017/shop?replicaSet=rs0'],
  ['mongodb+srv', 'cluster0.mongo.test/shop?retryWrites=true'],
  ['redis', 'cache.test:6379/0'],
  ['rediss', 'cache.test:6380'],
  ['amqp', 'queue.test:5672/%2f'],
  ['amqps', 'queue.test/vhost'],
  ['mssql', 'db.test:1433/shop'],
  ['clickhouse', 'db.test:8123/shop'],
  ['cockroachdb', 'db.test:26257/shop'],
  ['neo4j+s', 'graph.test:7687'],
  ['cassandra', 'db.test:9042/keyspace'],
  ['smtp', 'mail.test:587'],
  ['ftp', 'files.test/x'],
  ['nats', 'nats.test:4222'],
  ['ldap', 'directory.test:389'],
  ['https', 'git.test/jo/shop.git'],
] as const) {
  add(`a ${scheme} address`, password, (secret) => `Error: connect failed: ${scheme}://app:${secret}@${host}`);
}
add('an address whose password has a #', 'pa#ss7word', (secret) => `postgres://u:${secret}@db.test:5432/x`);
add('an address whose password has a /', 'pa/ss7word', (secret) => `postgres://u:${secret}@db.test/x refused`);
add('an address whose password has a ?', 'pa?ss7word', (secret) => `mysql://u:${secret}@db.test/x`);
add('an address whose password has an @', 'pa@ss7word', (secret) => `redis://u:${secret}@cache.test:6379`);
add('an address whose password has all of them', hard, (secret) => `cannot reach postgres://u:${secret}@db.test/x`);
add('an address with a password and no user', password, (secret) => `redis://:${secret}@cache.test:6379/0`);
add('an address with a key for a user', madeUp(24), (secret) => `https://${secret}@git.test/jo/shop.git not found`);
add('a DSN of a reporting service', madeUpHex(32), (secret) => `SENTRY_DSN=https://${secret}@errors.test/4 is refused`);
add('an address encoded into a query', password, (secret) => `callback=postgres%3A%2F%2Fu%3A${secret}%40db.test%2Fx`);
add('a JDBC address', password, (secret) => `jdbc:postgresql://db.test/shop?user=app&password=${secret}`);
add(
  'a JDBC address of SQL Server',
  password,
  (secret) => `jdbc:sqlserver://db.test:1433;user=sa;password=${secret};encrypt=true`,
);
add('a data source of Go', password, (secret) => `dial app:${secret}@tcp(db.test:3306)/shop?parseTime=true`);
add(
  'an ADO.NET connection string',
  password,
  (secret) => `Server=db.test;Database=shop;User Id=sa;Password=${secret};`,
);
add('a libpq connection string', password, (secret) => `host=db.test user=app password=${secret} dbname=shop`);
add('an ODBC connection string', password, (secret) => `Driver={ODBC};Server=db.test;UID=sa;PWD=${secret};`);
add(
  'an Azure storage connection string',
  `${madeUp(60)}==`,
  (secret) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${secret};EndpointSuffix=core.windows.net`,
);
add(
  'an Azure service bus connection string',
  `${madeUp(42)}=`,
  (secret) => `Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${secret}`,
);
add(
  'an Azure shared access signature',
  madeUp(40),
  (secret) => `GET https://shop.blob.core.windows.net/c/f.txt?sv=2024-11-04&sig=${secret} failed`,
);
add(
  'a signed address of S3',
  madeUpHex(64),
  (secret) => `GET https://shop.s3.amazonaws.com/f?X-Amz-Expires=60&X-Amz-Signature=${secret}: 403`,
);
add(
  'a signed address of S3, without its host',
  madeUpHex(64),
  (secret) => `GET /f?X-Amz-Expires=60&X-Amz-Signature=${secret}: 403`,
);
add(
  'a token in the fragment of an address',
  madeUp(30),
  (secret) => `redirected to https://app.test/cb#access_token=${secret}&token_type=bearer`,
);
add('a key as the fragment of an address', madeUp(22), (secret) => `open https://paste.test/p/4#${secret} once`);
add(
  'a link that resets a password',
  madeUp(32),
  (secret) => `GET https://app.test/auth/reset-password/${secret} failed`,
);

// Headers.
add('Authorization: Bearer', madeUp(40), (secret) => `authorization: Bearer ${secret}`);
add('Authorization: Basic', 'am86aHVudGVyMnhR', (secret) => `Authorization: Basic ${secret}`);
add(
  'Authorization: Digest',
  madeUpHex(32),
  (secret) => `Authorization: Digest username="jo", realm="x", response="${secret}"`,
);
add(
  'Authorization: AWS4-HMAC-SHA256',
  madeUpHex(64),
  (secret) =>
    `authorization: AWS4-HMAC-SHA256 Credential=a/20261121/eu/s3/aws4_request, SignedHeaders=host, Signature=${secret}`,
);
add('Authorization: Token', madeUpHex(40), (secret) => `Authorization: Token ${secret}`);
add('Authorization: a key alone', madeUp(32), (secret) => `Authorization: ${secret}`);
add('Proxy-Authorization', 'am86aHVudGVyMnhR', (secret) => `Proxy-Authorization: Basic ${secret}`);
add('a Bearer in a sentence', madeUp(32), (secret) => `the upstream refused Bearer ${secret}`);
add('Cookie', madeUp(20), (secret) => `Cookie: theme=dark; id=${secret}; lang=en`);
add('Set-Cookie', madeUp(20), (secret) => `set-cookie: id=${secret}; Path=/; HttpOnly`);
add('X-Api-Key', madeUp(32), (secret) => `X-Api-Key: ${secret}`);
add('X-Auth-Token', madeUp(32), (secret) => `x-auth-token: ${secret}`);
add('X-CSRF-Token', madeUp(32), (secret) => `X-CSRF-Token: ${secret}`);
add('X-Amz-Security-Token', madeUp(80), (secret) => `X-Amz-Security-Token: ${secret}`);
add('X-Forwarded-For', '203.0.113.77', (secret) => `X-Forwarded-For: ${secret}, 10.0.0.1`);
add('Forwarded', '203.0.113.78', (secret) => `Forwarded: for=${secret};proto=https`);
add(
  'headers as an object',
  madeUp(24),
  (secret) => `headers: { host: 'x', authorization: 'Bearer ${secret}', accept: '*/*' }`,
);
add('headers as an object with cookies', madeUp(24), (secret) => `headers: { cookie: 'a=b; id=${secret}', host: 'x' }`);
add(
  'headers as an object with arrays',
  madeUp(24),
  (secret) => `{"set-cookie":["a=b","id=${secret}; Path=/"],"status":200}`,
);
add('raw headers', madeUp(24), (secret) =>
  inspect({ rawHeaders: ['Host', 'x.test', 'Authorization', `Bearer ${secret}`, 'Accept', '*/*'] }),
);
add('raw headers with a cookie', madeUp(24), (secret) => inspect(['Host', 'x.test', 'Cookie', `id=${secret}`]));
add('raw headers with a key', madeUp(24), (secret) => inspect(['x-api-key', secret, 'host', 'x.test']));
add('headers in pairs', madeUp(24), (secret) =>
  JSON.stringify([
    ['host', 'x.test'],
    ['authorization', `Basic ${secret}`],
  ]),
);
add('headers by name and value', madeUp(24), (secret) => JSON.stringify([{ name: 'Cookie', value: `id=${secret}` }]));
add('headers by key and value', madeUp(24), (secret) => inspect([{ key: 'X-Api-Key', value: secret }]));
add('Headers of the platform', madeUp(24), (secret) =>
  inspect(new Headers({ authorization: `Bearer ${secret}`, accept: '*/*' })),
);
add('a raw request', madeUp(24), (secret) => `POST /x HTTP/1.1\r\nHost: x.test\r\nCookie: id=${secret}\r\n\r\n`);

// Cookies by name.
for (const name of [
  'connect.sid',
  'session',
  'laravel_session',
  'PHPSESSID',
  'JSESSIONID',
  'next-auth.session-token',
  '__Secure-authjs.session-token',
  'csrftoken',
  'sid',
  'ASP.NET_SessionId',
]) {
  add(`the cookie ${name}`, madeUp(26), (secret) => `refused ${name}=${secret}; it is too old`);
}
add('a signed cookie of express', madeUp(32), (secret) => `connect.sid=s%3A${secret}.x`);

// The environment.
for (const name of [
  'DB_PASS',
  'DB_PASSWORD',
  'PGPASSWORD',
  'MYSQL_PWD',
  'JWT_SECRET',
  'NEXTAUTH_SECRET',
  'SECRET_KEY_BASE',
  'RAILS_MASTER_KEY',
  'APP_KEY',
  'STRIPE_KEY',
  'SENDGRID_KEY',
  'GITHUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'ENCRYPTION_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS_JSON',
]) {
  add(
    `${name} in a dump of the environment`,
    `${madeUp(18)}&;x`,
    (secret) => `NODE_ENV=production\n${name}=${secret}\nPORT=3000`,
  );
}
add('an exported variable', 'correct horse 7 battery', (secret) => `export DB_PASSWORD=${secret}\nexport PORT=3000`);
add('a variable in quotes', 'correct "horse" 7', (secret) => `DB_PASSWORD='${secret}'`);
add('process.env, inspected', madeUp(20), (secret) =>
  inspect({ NODE_ENV: 'production', SMTP_PASS: secret, PORT: '3000' }),
);
add('process.env as JSON', madeUp(20), (secret) =>
  JSON.stringify({ NODE_ENV: 'production', SESSION_SECRET: secret, PORT: '3000' }),
);
add('an .npmrc', madeUp(36), (secret) => `//registry.test/:_authToken=${secret}\nregistry=https://registry.test/`);
add('an .npmrc with _auth', 'am86aHVudGVyMnhR', (secret) => `//registry.test/:_auth=${secret}`);
add('a .netrc', password, (secret) => `machine git.test login jo password ${secret}`);
add("docker's configuration", 'am86aHVudGVyMnhR', (secret) => `{"auths":{"registry.test":{"auth":"${secret}"}}}`);

// Code, configuration, markup.
add('an assignment', password, (secret) => `password=${secret}`);
add('a sentence', password, (secret) => `sign in as jo failed, password: ${secret}, try again`);
add('pass: in an object', password, (secret) => `auth: { user: 'jo', pass: '${secret}' }`);
add('pass without quotes', password, (secret) => `smtp: user: jo, pass: ${secret}`);
add('smtpPass', password, (secret) => `{ smtpUser: 'jo', smtpPass: '${secret}' }`);
add('an object', `it's ${password}`, (secret) => inspect({ user: 7, clientSecret: secret }));
add('an object with a value of both quotes', `it's "${password}"`, (secret) => inspect({ password: secret }));
add('an object below a secret name', password, (secret) =>
  inspect({ credentials: { user: 'jo', value: secret }, id: 7 }),
);
add('an array below a secret name', password, (secret) => inspect({ tokens: ['a', secret], id: 7 }));
add('an object two below a secret name', password, (secret) =>
  inspect({ secrets: { mail: { user: 'jo', value: secret } } }),
);
add('an object below a secret name, over several lines', madeUp(60), (secret) =>
  inspect({ credentials: { user: madeUp(40), value: secret, other: madeUp(40) } }),
);
add('an object with a long value on a line of its own', madeUp(90), (secret) => `{\n  token:\n   '${secret}'\n}`);
add('an object with a value of several lines', `7${madeUp(60)}\n${madeUp(60)}`, (secret) =>
  inspect({ password: secret }),
);
add('a Map', madeUp(20), (secret) => inspect(new Map([['apiKey', secret]])));
add('URLSearchParams', madeUp(20), (secret) => inspect(new URLSearchParams({ a: 'b', access_token: secret })));
add('a symbol for a name', madeUp(20), (secret) => inspect({ [Symbol('token')]: secret }));
add('a buffer', '68 75 6e 74', () => inspect({ password: Buffer.from('hunter2') }));
add('an error with a field', password, (secret) => inspect(Object.assign(new Error('refused'), { password: secret })));
add('an error with a cause', password, (secret) =>
  inspect(new Error('refused', { cause: new Error(`password=${secret}`) })),
);
add('the request of an axios error', password, (secret) =>
  inspect({ config: { auth: { username: 'jo', password: secret }, url: '/x' } }, { depth: 5 }),
);
add('the body of an axios error', password, (secret) =>
  inspect({ config: { data: JSON.stringify({ user: 'jo', password: secret }) } }),
);
for (const name of ['password', 'apiKey', 'token', 'clientSecret']) {
  add(`the field ${name} in colours`, madeUp(20), (secret) =>
    inspect({ user: 'jo', [name]: secret }, { colors: true }),
  );
}
add('a number in colours', '4711', (secret) => inspect({ pin: Number(secret) }, { colors: true }));
add(
  'a name in colours',
  madeUp(20),
  (secret) => `\u001b[1mpassword\u001b[22m\u001b[2m=\u001b[22m\u001b[32m${secret}\u001b[39m`,
);
add(
  'a key with a colour in it',
  `npm_${madeUp(36)}`,
  (secret) => `key ${secret.slice(0, 12)}\u001b[31m${secret.slice(12)}\u001b[39m`,
);
add('JSON', `hun"ter7`, (secret) => JSON.stringify({ user: 'jo', password: secret }));
add('JSON over several lines', madeUp(20), (secret) => JSON.stringify({ user: 'jo', refresh_token: secret }, null, 2));
add('JSON with a number', '4711', (secret) => `{"pin":${secret},"id":8}`);
add('JSON within JSON', madeUp(20), (secret) =>
  JSON.stringify({ body: JSON.stringify({ user: 'jo', token: secret }) }),
);
add('JSON within JSON within JSON', madeUp(20), (secret) =>
  JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ token: secret }) }) }),
);
add('a quote within JSON within JSON', 'ter7', (secret) =>
  JSON.stringify({ body: JSON.stringify({ password: `hun"${secret}`, id: 1 }) }),
);
add('an array of JSON below a secret name', madeUp(20), (secret) => `{"tokens":["a","${secret}"],"id":1}`);
add(
  'an object of JSON below a secret name',
  madeUp(20),
  (secret) => `{"password":{"old":"x","new":"${secret}"},"id":1}`,
);
add('a body that is no JSON', 'hunter7x', (secret) => `Unexpected token 'h', "${secret}{" is not valid JSON`);
add('a form', password, (secret) => `user=jo&password=${secret}&remember=1`);
add('a form with an array', password, (secret) => `password[]=${secret}&a=b`);
add('a form with an index', password, (secret) => `password[0]=${secret}&a=b`);
add('a form with a path', password, (secret) => `user[password]=${secret}&user[name]=jo`);
add('a form with an encoded path', password, (secret) => `user%5Bpassword%5D=${secret}&user%5Bname%5D=jo`);
add('a form encoded twice', password, (secret) => `next=%2Fx%253Ftoken%253D${secret}`);
add('a form encoded into a query', password, (secret) => `redirect_uri=x%26client_secret%3D${secret}`);
add(
  'a form in parts',
  password,
  (secret) => `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--`,
);
add(
  'a form in parts with a type',
  password,
  (secret) =>
    `--b\r\nContent-Disposition: form-data; name="api_key"\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n--b--`,
);
add('a form in parts, inspected', password, (secret) =>
  inspect(`--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--`),
);
add('XML', password, (secret) => `<login><user>jo</user><password>${secret}</password></login>`);
add('SOAP', password, (secret) => `<wsse:Password Type="PasswordText">${secret}</wsse:Password>`);
add('XML with CDATA', password, (secret) => `<ApiKey><![CDATA[${secret}]]></ApiKey>`);
add('XML in entities', password, (secret) => `&lt;password&gt;${secret}&lt;/password&gt;`);
add('an attribute of XML', password, (secret) => `<connection user="jo" password="${secret}" />`);
add('a key and value of XML', password, (secret) => `<add key="SmtpPassword" value="${secret}" />`);
add('a property list', password, (secret) => `<key>password</key>\n\t<string>${secret}</string>`);
add('a field of HTML', password, (secret) => `<input type="password" name="password" value="${secret}">`);
add('YAML', 'hun;ter & 7 more', (secret) => `database:\n  user: jo\n  password: ${secret}\n  host: db.test`);
add('YAML in quotes', password, (secret) => `password: "${secret}"`);
add('a block of YAML', password, (secret) => `data:\n  token: |\n    first\n    ${secret}\n  other: x`);
add('a folded block of YAML', password, (secret) => `client_secret: >-\n  ${secret}\nname: x`);
add('a list of YAML', password, (secret) => `- password: ${secret}`);
add('a secret of Kubernetes', 'aHVudGVyMnhR', (secret) => `kind: Secret\ndata:\n  db-password: ${secret}`);
add('TOML', password, (secret) => `[database]\npassword = "${secret}"`);
add('INI', password, (secret) => `[client]\nuser = jo\npassword = ${secret} ; for now`);
add('properties of Java', password, (secret) => `spring.datasource.password=${secret}`);
add('a hash of Ruby', password, (secret) => `{:user=>"jo", :password=>"${secret}"}`);
add('an array of PHP', password, (secret) => `array('user' => 'jo', 'password' => '${secret}')`);
add('print_r of PHP', password, (secret) => `Array\n(\n    [user] => jo\n    [password] => ${secret}\n)`);
add('a dictionary of Python', password, (secret) => `{'user': 'jo', 'password': '${secret}'}`);
add('bytes of Python', password, (secret) => `login(password=b'${secret}')`);
add('a structure of Go', password, (secret) => `{User:jo Password:${secret} Port:3306}`);
add('an object of Java', password, (secret) => `User(name=jo, password=${secret})`);
add('arguments of GraphQL', password, (secret) => `mutation { login(name: "jo", password: "${secret}") { id } }`);
add('a call', password, (secret) => `call(access_token=${secret},2) failed`);
add('LDIF', 'aHVudGVyMnhR', (secret) => `userPassword:: ${secret}`);
add(
  'PostgreSQL on a duplicate',
  madeUp(24),
  (secret) =>
    `duplicate key value violates unique constraint "users_token_key"\ndetail: 'Key (token)=(${secret}) already exists.'`,
);
add(
  'PostgreSQL on a duplicate of two columns',
  madeUp(24),
  (secret) => `Key (user_id, api_key)=(7, ${secret}) already exists.`,
);
add('PostgreSQL on a row', madeUp(24), (secret) => `Failing row contains (1, jo, ${secret}, null).`);
add(
  'MongoDB on a duplicate',
  madeUp(24),
  (secret) => `E11000 duplicate key error collection: shop.users index: token_1 dup key: { token: "${secret}" }`,
);
add(
  'a statement that makes a user',
  password,
  (secret) => `syntax error at "CREATE USER jo WITH PASSWORD '${secret}'"`,
);
add('a statement that makes a user of MySQL', password, (secret) => `near "CREATE USER jo IDENTIFIED BY '${secret}'"`);

// Commands.
add('an option with a value', password, (secret) => `Command failed: tool --user jo --password ${secret} --verbose`);
add('an option with a longer name', password, (secret) => `Command failed: tool --db-password ${secret} x`);
add('an option with =', password, (secret) => `Command failed: tool --api-key=${secret}`);
add('an option in quotes', `two ${password}`, (secret) => `Command failed: tool --client-secret "${secret}" x`);
add('-u of curl', password, (secret) => `Command failed: curl -u jo:${secret} https://api.test/x`);
add('--user of curl', password, (secret) => `Command failed: curl --user jo:${secret} https://api.test/x`);
add('-H of curl', madeUp(24), (secret) => `curl -H 'Authorization: Bearer ${secret}' https://api.test/x`);
add('-H of curl with a key', madeUp(24), (secret) => `curl -H "X-Api-Key: ${secret}" https://api.test/x`);
add('-b of curl', madeUp(24), (secret) => `curl -b 'session=${secret}' https://api.test/x`);
add('--cookie of curl', madeUp(24), (secret) => `curl --cookie "id=${secret}" https://api.test/x`);
add('-d of curl', password, (secret) => `curl -d '{"user":"jo","password":"${secret}"}' https://api.test/x`);
add('-p of mysqldump', password, (secret) => `Command failed: mysqldump -u root -p${secret} shop`);
add('sshpass', password, (secret) => `Command failed: sshpass -p ${secret} ssh jo@host.test`);
add('redis-cli', password, (secret) => `Command failed: redis-cli -h cache.test -a ${secret} ping`);
add('docker login', password, (secret) => `Command failed: docker login -u jo -p ${secret} registry.test`);
add('openssl', password, (secret) => `Command failed: openssl rsa -passin pass:${secret} -in k.pem`);

// Keys by their form.
addKey('AWS', 'AKI' + 'A', madeUpUpper(16));
addKey('GitHub', 'gh' + 'p_', madeUp(36));
addKey('GitHub, for an app', 'gh' + 's_', madeUp(36));
addKey('GitHub, fine-grained', 'github' + '_pat_', `${madeUp(22)}_${madeUp(59)}`);
addKey('GitLab', 'gl' + 'pat-', madeUp(20));
addKey('GitLab, for a runner', 'gl' + 'rt-', madeUp(20));
addKey('Slack', 'xo' + 'xb-', `${madeUpDigits(12)}-${madeUp(24)}`);
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
addKey('Discord', 'M', `${madeUp(23)}.${madeUp(6)}.${madeUp(38)}`);
addKey('Azure, for an app', '', `${madeUp(2)}~8Q~${madeUp(34)}`.slice(0, 41));
addKey('age', 'AGE-SECRET' + '-KEY-1', madeUpUpper(58));
add(
  'a webhook of Slack',
  `T${madeUpUpper(8)}/B${madeUpUpper(8)}/${madeUp(24)}`,
  (secret) => `POST https://hooks.slack.com/${'services'}/${secret} failed`,
);
add(
  'a webhook of Discord',
  madeUp(68),
  (secret) => `POST https://discord.com/api/${'webhooks'}/${madeUpDigits(18)}/${secret}: 404`,
);
add('a JSON Web Token', madeUp(30), (secret) => `verify eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.${secret} failed`);
add(
  'an encrypted JSON Web Token',
  madeUp(30),
  (secret) => `decrypt eyJhbGciOiJkaXIifQ..${madeUp(16)}.${secret}.${madeUp(22)} failed`,
);
add(
  'a key in PEM',
  madeUp(60),
  (secret) => `bad key -----BEGIN ${'RSA PRIVATE'} KEY-----\n${secret}\n-----END ${'RSA PRIVATE'} KEY-----\nat x`,
);
add(
  'an encrypted key in PEM',
  madeUp(60),
  (secret) =>
    `-----BEGIN ${'RSA PRIVATE'} KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${madeUpHex(32)}\n\n${secret}\n-----END ${'RSA PRIVATE'} KEY-----`,
);
add('a key in PEM within JSON', madeUp(60), (secret) =>
  JSON.stringify({ key: `-----BEGIN ${'PRIVATE'} KEY-----\n${secret}\n-----END ${'PRIVATE'} KEY-----\n` }),
);
add(
  'a key of OpenSSH',
  madeUp(60),
  (secret) => `-----BEGIN ${'OPENSSH PRIVATE'} KEY-----\n${secret}\n-----END ${'OPENSSH PRIVATE'} KEY-----`,
);
add(
  'a key of PGP',
  madeUp(60),
  (secret) =>
    `-----BEGIN ${'PGP PRIVATE'} KEY BLOCK-----\nVersion: GnuPG v2\n\n${secret}\n=x7Yz\n-----END ${'PGP PRIVATE'} KEY BLOCK-----`,
);
add(
  'a key that is cut off',
  madeUp(60),
  (secret) => `-----BEGIN ${'EC PRIVATE'} KEY-----\n${secret}\n    at sign (/srv/x.js:1:2)`,
);
add('a hash of bcrypt', madeUp(53), (secret) => `user 7 has $2b$12$${secret}`);
add('a hash of argon2', madeUp(43), (secret) => `user 7 has $argon2id$v=19$m=65536,t=3,p=4$${madeUp(22)}$${secret}`);

// People.
add('a card', '4111 1111 1111 1111', (secret) => `paid with ${secret}.`);
add('the digits after a card', '737', (secret) => `card declined, cvc: ${secret}`);
add('an e-mail address', 'jo.doe+x@mail.example.org', (secret) => `mail to ${secret} bounced`);
add('a code that was sent', madeUpDigits(6), (secret) => `text to +000: your verification code: ${secret}`);
add('the words of a wallet', 'legal winner thank year wave sausage', (secret) => `{"mnemonic":"${secret}"}`);

// Texts that are scrubbed already, or look so.
add('a value behind the mask', password, (secret) => `password=[masked]${secret}`);
add('a value behind the mask and a quote', password, (secret) => `password: [masked]'${secret}'`);
add('an address behind the mask', password, (secret) => `postgres://[masked]:${secret}@db.test/x`);
add('a header behind the mask', madeUp(20), (secret) => `Cookie: [masked]; id=${secret}`);

// Other wordings of people and libraries; a first draft of the rules caught two thirds of them.
const others: Record<string, (secret: string) => string> = {
  'an address of Elasticsearch': (secret) => `ECONNREFUSED https://elastic:${secret}@es.test:9200`,
  'SASL of Kafka': (secret) => `sasl: { mechanism: 'plain', username: 'app', password: '${secret}' }`,
  'JAAS of Kafka': (secret) => `sasl.jaas.config=PlainLoginModule required username="app" password="${secret}";`,
  'an invocation of Prisma': (secret) => `prisma.user.findFirst() { where: { resetToken: "${secret}" } }`,
  'the body of OAuth': (secret) => `invalid_grant {"grant_type":"password","username":"jo","password":"${secret}"}`,
  'a bind of LDAP': (secret) => `bind failed: dn=cn=admin,dc=x passwd=${secret}`,
  'an address in YAML': (secret) => `DATABASE_URL: postgres://u:${secret}@db/x`,
  'headers in a line of pino': (secret) =>
    `{"err":{"headers":{"Authorization":"Bearer ${secret}7","User-Agent":"axios"}}}`,
  'cookies in a line of pino': (secret) => `{"req":{"headers":{"cookie":"_ga=1; auth=${secret}"}}}`,
  'an assignment to the environment': (secret) => `process.env.STRIPE_SECRET_KEY = "${secret}"`,
  'an option of a client': (secret) => `const client = new Client({ apiKey: "${secret}" })`,
  'a key named in a sentence': (secret) => `apikey ${secret} is not valid`,
  'a token named in a sentence': (secret) => `The access token ${secret} has expired`,
  'a key after a colon': (secret) => `invalid api key: ${secret}`,
  'a key that was provided': (secret) => `Invalid API key provided: ${secret}`,
  'a password that was': (secret) => `password was ${secret}`,
  'a password in quotes, named in a sentence': (secret) => `wrong password "${secret}" for jo`,
  'a token of Twilio': (secret) => `TWILIO_AUTH_TOKEN: ${secret}`,
  'a client of OAuth': (secret) => `"client_id":"7","client_secret":"${secret}"`,
  'a verifier of OAuth': (secret) => `code_verifier=${secret}`,
  'X-Hub-Signature-256': (secret) => `x-hub-signature-256: sha256=${secret}`,
  'X-Goog-Api-Key': (secret) => `x-goog-api-key: ${secret}`,
  'Ocp-Apim-Subscription-Key': (secret) => `ocp-apim-subscription-key: ${secret}`,
  'X-Vault-Token': (secret) => `X-Vault-Token: ${secret}`,
  'X-Shopify-Access-Token': (secret) => `x-shopify-access-token: ${secret}`,
  'Cf-Access-Jwt-Assertion': (secret) => `Cf-Access-Jwt-Assertion: ${secret}`,
  'a password typed twice': (secret) => `passwordConfirmation: '${secret}'`,
  'an old and a new password': (secret) => `newPassword=${secret}&oldPassword=${secret}`,
  'variables of GraphQL': (secret) => `variables: { input: { email: 'jo', password: '${secret}' } }`,
  'a comparison': (secret) => `user.password === '${secret}'`,
  'a condition of SQL': (secret) => `select * from users where token = '${secret}'`,
  'an update of SQL': (secret) => `UPDATE users SET password='${secret}' WHERE id=1`,
  'AUTH PLAIN of SMTP': (secret) => `535 AUTH PLAIN ${secret}=`,
  'a command of a client of Redis': (secret) => `command: { name: 'auth', args: [ '${secret}' ] }`,
  'a key of WiFi': (secret) => `wifi psk="${secret}"`,
  'a variable given to Docker': (secret) => `docker run -e DB_PASSWORD=${secret} image`,
  'a value given to Helm': (secret) => `helm --set db.password=${secret}`,
  'a token for git': (secret) => `git clone https://oauth2:${secret}@git.test/x.git`,
  'a password in an .npmrc': (secret) => `//registry.test/:_password="${secret}"`,
  'a licence key': (secret) => `license key: ${secret}`,
  'a passkey': (secret) => `passkey: ${secret}`,
  'a secret that is': (secret) => `JWT secret is ${secret}`,
  'an object of JSON for a token': (secret) => `"accessToken": {"value": "${secret}"}`,
  'a session token': (secret) => `sessionToken: '${secret}'`,
  'a webhook secret': (secret) => `webhook_secret: ${secret}`,
  'a form within an object': (secret) => inspect({ body: `grant_type=client_credentials&client_secret=${secret}` }),
  entries: (secret) => inspect([['token', secret]]),
  'a header with a list': (secret) => inspect({ headers: { 'x-api-key': [secret] } }),
  'a cause that is an object': (secret) => inspect(new Error('x', { cause: { password: secret } })),
  'parameters of a statement': (secret) => `SequelizeUniqueConstraintError: parameters: [ 'jo', '${secret}' ]`,
  'a name and a password': (secret) => `Authentication failed for jo:${secret}`,
  'a prompt': (secret) => `? password:\n${secret}`,
  'a command of Redis': (secret) => `ERR wrong number of arguments, redis AUTH ${secret}`,
  'a nested value given to Helm': (secret) => `helm --set secret.value=${secret}`,
};
for (const [name, write] of Object.entries(others)) add(name, password, write);
add('a password for once', '482913', (secret) => `{ "email": "jo", "otp": ${secret} }`);
add('a code for a card', '4711', (secret) => `the pin code ${secret} is wrong`);

add(
  'a value of a statement',
  password,
  (secret) => `insert into users (name, password) values ('jo', '${secret}') failed`,
);
add('a passphrase that reads like a sentence', 'The quick brown fox', (secret) => `password: ${secret} jumps`);
add('a secret without form or name', madeUp(20), (secret) => `cannot open ${secret}`);
add('a line of .pgpass', password, (secret) => `db.test:5432:shop:app:${secret}`);

export const secrets: readonly Secret[] = corpus;
