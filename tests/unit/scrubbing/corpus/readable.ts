/** A message of a library; `masked` is its scrubbed form, if scrubbing changes it. */
export type Readable = { library: string; text: string; masked?: string };

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

/** Messages of popular libraries, which must stay readable in a log. What is between « and » is masked. */
const messages: Record<string, string[]> = {
  jsonwebtoken: [
    'JsonWebTokenError: jwt malformed',
    'JsonWebTokenError: jwt must be provided',
    'JsonWebTokenError: invalid signature',
    'JsonWebTokenError: jwt audience invalid. expected: api',
    'JsonWebTokenError: secret or public key must be provided',
    'TokenExpiredError: jwt expired\n    at /srv/app/node_modules/jsonwebtoken/verify.js:190:21',
  ],
  jose: [
    'JWSSignatureVerificationFailed: signature verification failed',
    'JWEDecryptionFailed: decryption operation failed',
  ],
  'next-auth': [
    'MissingSecret: Please define a `secret`. Read more at https://errors.authjs.dev#missingsecret',
    '[auth][error] CredentialsSignin: Read more at https://errors.authjs.dev#credentialssignin',
    '[auth][error] JWTSessionError: Read more at https://errors.authjs.dev#jwtsessionerror',
    '[auth][error] MissingCSRF: CSRF token was missing during an action signin. Read more at https://errors.authjs.dev#missingcsrf',
    '[next-auth][error][NO_SECRET]\nhttps://next-auth.js.org/errors#no_secret Please define a `secret` in production.',
    '[next-auth][error][JWT_SESSION_ERROR]\nhttps://next-auth.js.org/errors#jwt_session_error decryption operation failed',
    'UntrustedHost: Host must be trusted. URL was: https://app.test/api/auth/session',
  ],
  'aws-sdk': [
    'CredentialsProviderError: Could not load credentials from any providers',
    'ExpiredTokenException: The security token included in the request is expired',
    'UnrecognizedClientException: The security token included in the request is invalid.',
    'InvalidAccessKeyId: The AWS Access Key Id you provided does not exist in our records.',
    'SignatureDoesNotMatch: The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    'ExpiredToken: The provided token has expired.',
    'CredentialsError: Missing credentials in config, if using AWS_CONFIG_FILE, set AWS_SDK_LOAD_CONFIG=1',
  ],
  react: [
    'Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
    'Minified React error #31; visit https://react.dev/errors/31?args[]=object%20with%20keys%20%7Bid%2C%20name%7D for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
    'Minified React error #425; visit https://reactjs.org/docs/error-decoder.html?invariant=425 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
    'Minified React error #130; visit https://reactjs.org/docs/error-decoder.html?invariant=130&args[]=undefined&args[]= for the full message.',
    'Warning: Each child in a list should have a unique "key" prop. See https://react.dev/link/warning-keys for more information.',
  ],
  next: [
    '⨯ Error: The Server Reference ID did not match the expected format. Received "x".\nRead more: https://nextjs.org/docs/messages/failed-to-find-server-action',
    'Error: Route "/x" used `searchParams.token`. `searchParams` is a Promise and must be unwrapped with `await`. Learn more: https://nextjs.org/docs/messages/sync-dynamic-apis',
    'Error: Cookies can only be modified in a Server Action or Route Handler. Read more: https://nextjs.org/docs/app/api-reference/functions/cookies#options',
    'Error: `cookies` was called outside a request scope. Read more: https://nextjs.org/docs/messages/next-dynamic-api-wrong-context',
    'Error: Invalid src prop (https://x.test/a.png) on `next/image`, hostname "x.test" is not configured under images in your `next.config.js`',
    "⨯ Error: Sample error\n    at m (.next/server/chunks/ssr/_1c7lds0_8_lj8._.js:1:687) {\n  digest: '37e6421ff64be6cddac1a1d985ea4830'\n}",
    '   ▲ Next.js 16.4.5\n   - Local:        http://localhost:3000\n   - Network:      http://192.0.2.7:3000',
  ],
  zod: [
    indented(
      '[{"origin":"string","code":"too_small","minimum":8,"inclusive":true,"path":["password"],"message":"Too small: expected string to have >=8 characters"},{"code":"invalid_type","expected":"string","path":["token"],"message":"Invalid input: expected string, received undefined"}]',
    ),
    '[{"code":"unrecognized_keys","keys":["password","email"],"path":[],"message":"Unrecognized keys: \\"password\\", \\"email\\""}]',
    '[{"origin":"string","code":"invalid_format","format":"email","pattern":"/^(?!\\\\.)(?!.*\\\\.\\\\.)([A-Za-z0-9_+-.]*)$/","path":["user","secret"],"message":"Invalid email address"}]',
    "{ formErrors: [], fieldErrors: { password: [ 'Too small: expected string to have >=8 characters' ], token: [ 'Required' ] } }",
    '{"formErrors":[],"fieldErrors":{"password":["Invalid input: expected string, received undefined"]}}',
    "{ errors: [], properties: { token: { errors: [ 'Invalid input: expected string, received number' ] } } }",
  ],
  't3-env': ["❌ Invalid environment variables: { AUTH_SECRET: [ 'Required' ], DATABASE_URL: [ 'Invalid url' ] }"],
  envalid: [
    'Missing environment variables:\n    SESSION_SECRET: Required\n    API_KEY: undefined',
    'Invalid environment variables:\n    AUTH_TOKEN: Invalid input: expected string',
  ],
  yup: ['ValidationError: password is a required field', 'ValidationError: password must be at least 8 characters'],
  joi: ['ValidationError: "password" length must be at least 8 characters long'],
  ajv: ['data/password must NOT have fewer than 8 characters', "data must have required property 'token'"],
  'class-validator': [
    'An instance of User has failed the validation:\n - property password has failed the following constraints: minLength',
  ],
  prisma: [
    'PrismaClientKnownRequestError: \nInvalid `prisma.user.create()` invocation:\n\n\nUnique constraint failed on the fields: (`email`)',
    'Invalid `prisma.user.create()` invocation:\n\n{\n  data: {\n    name: "jo",\n    password: undefined,\n+   token: String\n  }\n}\n\nArgument `token` is missing.',
    "PrismaClientInitializationError: Can't reach database server at `db.test:5432`\n\nPlease make sure your database server is running at `db.test:5432`.",
    'Timed out fetching a new connection from the connection pool. More info: http://pris.ly/d/connection-pool (Current connection pool timeout: 10, connection limit: 5)',
  ],
  pg: ['Key (user_id)=(7) is not present in table "users".'],
  mysql2: [
    "Error: Access denied for user 'app'@'localhost' (using password: YES)",
    "Error: Access denied for user 'app'@'localhost' (using password: NO)",
  ],
  mongodb: [
    'MongoParseError: Invalid scheme, expected connection string to start with "mongodb://" or "mongodb+srv://"',
    'MongoServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017',
  ],
  mongoose: ['ValidationError: User validation failed: password: Path `password` is required.'],
  redis: [
    'ReplyError: WRONGPASS invalid username-password pair or user is disabled.',
    'MaxRetriesPerRequestError: Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.',
  ],
  sequelize: ['SequelizeConnectionRefusedError: connect ECONNREFUSED 127.0.0.1:5432'],
  drizzle: ['DrizzleQueryError: Failed query: select "id", "password" from "users" where "id" = $1\nparams: 7'],
  axios: ['AxiosError: Network Error'],
  undici: [
    'TypeError: fetch failed\n    [cause]: ConnectTimeoutError: Connect Timeout Error (attempted address: api.test:443, timeout: 10000ms)',
    'RequestContentLengthMismatchError: Request body length does not match content-length header',
  ],
  node: [
    'TypeError [ERR_INVALID_ARG_TYPE]: The "key" argument must be of type string or an instance of ArrayBuffer. Received undefined',
    'Error: error:0308010C:digital envelope routines::unsupported',
    'Error [ERR_HTTP_HEADERS_SENT]: Cannot set headers after they are sent to the client\n    at ServerResponse.setHeader (node:_http_outgoing:699:11)',
    '    at readToken (/srv/app/token.ts:12:3)\n    at async file:///srv/app/node_modules/.pnpm/next@16.4.5_react-dom@19.3.1_react@19.3.1/node_modules/next/dist/password.js:4:5',
  ],
  express: [
    'PayloadTooLargeError: request entity too large',
    'TypeError: Missing parameter name at 6: https://git.new/pathToRegexpError',
  ],
  laravel: ['CSRF token mismatch.'],
  stripe: [
    'StripeInvalidRequestError: No such customer: cus_NffrFeUfNV2Hib; a similar object exists in live mode',
    'StripeAuthenticationError: You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. Authorization: the key).',
    'StripeSignatureVerificationError: No signatures found matching the expected signature for payload. Are you passing the raw request body you received from Stripe?',
  ],
  openai: ['AuthenticationError: 401 You did not provide an API key.'],
  firebase: ['Error: Failed to determine project ID for Firestore: no credentials'],
  'google-auth-library': [
    'Error: Could not load the default credentials. Browse to https://cloud.google.com/docs/authentication/getting-started for more information.',
  ],
  msal: [
    'InvalidAuthenticationToken: Access token has expired or is not yet valid.',
    'ClientAuthError: token_refresh_required: Cannot return token from cache because it must be refreshed.',
  ],
  passport: ['InternalOAuthError: Failed to obtain access token', 'TokenError: Bad Request'],
  nodemailer: ['Error: Invalid login: 535-5.7.8 Username and Password not accepted.'],
  bcrypt: ['Error: data and salt arguments required'],
  graphql: ['GraphQLError: Syntax Error: Expected Name, found "}".'],
  trpc: ['TRPCError: UNAUTHORIZED', 'TRPCClientError: Unexpected token \'<\', "[masked]" is not valid JSON'],
  typescript: ["error TS2322: Type '{ password: string; }' is not assignable to type 'User'."],
  webpack: [
    'Module parse failed: Unexpected token (1:8)\nYou may need an appropriate loader to handle this file type.',
  ],
  terser: ['SyntaxError: Unexpected token: punc (})', 'SyntaxError: Unexpected token: name (foo), expected: punc (;)'],
  babel: ['SyntaxError: /srv/app/a.js: Unexpected token, expected "," (4:12)'],
  eslint: ['Parsing error: Unexpected token =>'],
  'socket.io': ['Error: xhr poll error', 'Error: session id unknown'],
  winston: [
    '{"level":"info","message":"user 7 has signed in","service":"shop","timestamp":"2026-11-21T09:00:00.000Z"}',
  ],
  pino: ['{"level":30,"time":1795250000000,"pid":7,"hostname":"a","msg":"token refreshed for user 7"}'],
  redux: [
    'Minified Redux error #12; visit https://redux.js.org/Errors?code=12 for the full message or use the non-minified dev environment for full errors.',
  ],
  mui: ['MUI error #9; visit https://mui.com/production-error/?code=9&args[0]=rgb for the full message.'],
  'axios, with a query': ['GET https://api.test/users?«page=2&who=jo»: 500'],
  'nodemailer, with an address': [
    "Error: Can't send mail - all recipients were rejected: 550 No such user «jo@example.org»",
  ],
  'pg, with a value': ['Key (token)=(«abc7») already exists.'],
  'mysql2, with a query': ['Error: connect failed: mysql://«app:hunter2»@db.test/shop'],
  // Written after the rules, to see how they do with what they were not made for.
  others: [
    'Invalid password: it must contain a digit',
    'Failed to refresh token: network error',
    'Failed to fetch access token: 500 Internal Server Error',
    'Could not verify token: TypeError: fetch failed',
    'error:1E08010C:DECODER routines::unsupported',
    'AuthApiError: Invalid Refresh Token: Already Used',
    'AuthSessionMissingError: Auth session missing!',
    'KafkaJSConnectionError: Connection error: connect ECONNREFUSED 127.0.0.1:9092',
    '{"message":"Bad credentials","documentation_url":"https://docs.github.com/rest","status":"401"}',
    'HttpError: Bad credentials - https://docs.github.com/rest',
    'FirebaseAuthError: Decoding Firebase ID token failed. Make sure you passed the entire string JWT which represents an ID token. See https://firebase.google.com/docs/auth/admin/verify-id-tokens for details on how to retrieve an ID token.',
    "WebSocket connection to 'wss://x.test/socket' failed: Error during WebSocket handshake",
    'Loading chunk 42 failed.\n(error: https://x.test/_next/static/chunks/42.js)',
    'SecurityError: Blocked a frame with origin "https://a.test" from accessing a cross-origin frame.',
    'Error: Minified React error #419; visit https://reactjs.org/docs/error-decoder.html?invariant=419 for the full message',
    '{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"Password":["The Password field is required."]}}',
    '{"errors":{"password":["The password field confirmation does not match."]}}',
    '{"password":["This password is too common."]}',
    'passport: Unknown authentication strategy "local"',
    'Error: Failed to deserialize user out of session',
    'Error: Session store is not available',
    "TS2345: Argument of type '{ token: string | undefined; }' is not assignable to parameter of type '{ token: string; }'.",
    'npm error 401 Unauthorized - GET https://registry.npmjs.org/@x%2fy - Incorrect or missing password.',
    'npm error code E401\nnpm error Unable to authenticate, need: Basic realm="x"',
    "fatal: Authentication failed for 'https://git.test/x.git/'",
    "AggregateError [ECONNREFUSED]: \n    at internalConnectMultiple (node:net:1122:18) {\n  code: 'ECONNREFUSED',\n  [errors]: [ [Error] ]\n}",
    'S3ServiceException: The bucket you are attempting to access must be addressed using the specified endpoint. RequestId: 7A62C49347B1A3BD',
    'MaxListenersExceededWarning: Possible EventEmitter memory leak detected. 11 session listeners added.',
    "AxiosError: unable to verify the first certificate { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }",
    'prompt_tokens: 12, completion_tokens: 34',
    '{"usage":{"prompt_tokens":12,"completion_tokens":34,"total_tokens":46}}',
    "  errors: {\n    password: ValidatorError: Path `password` is required.\n        at validate (/srv/x.js:1:2) {\n      properties: [Object],\n      kind: 'required',\n      path: 'password',\n      value: undefined\n    }\n  },\n  _message: 'User validation failed'",
  ],
  clerk: [
    'Clerk: Missing publishableKey. You can get your key at https://dashboard.clerk.com/last-active?«path=api-keys».',
  ],
  'openai, with an example': [
    "OpenAIError: The OPENAI_API_KEY environment variable is missing or empty; either provide it, or instantiate the OpenAI client with an apiKey option, like new OpenAI({ apiKey: '«My API Key»' }).",
  ],
  'graphql, with a value': [
    'GraphQLError: Variable "$input" got invalid value { password: "«short»" } at "input"; Field "email" of required type "String!" was not provided.',
  ],
  firefox: ['Cookie: "«sid»" will be soon rejected because it has the “SameSite” attribute set to “None”.'],
  ssh: ['«jo@host.test»: Permission denied (publickey,password).'],
};

export const readable: readonly Readable[] = Object.entries(messages).flatMap(([library, texts]) =>
  texts.map((marked) => {
    const text = marked.replace(/[«»]/g, '');
    return marked === text ? { library, text } : { library, text, masked: marked.replace(/«.*»/, '[masked]') };
  }),
);
