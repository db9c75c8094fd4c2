const injected = 'window.injected = true';

/** Scripts that would run if whatever stands in a cached page were permitted. */
export const stored: Record<string, string> = {
  plain: `<script>${injected}</script>`,
  'behind-data': `<script>self.__next_f.push([0]);${injected}</script>`,
  'in-data': `<script>self.__next_f.push([1,(${injected})])</script>`,
  'as-bootstrap': `<script>(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push(${injected})</script>`,
  'as-react': `<script>$RC=function(){};${injected};$RC("B:0","S:0")</script>`,
  'in-template': `<script>self.__next_f.push([1,\`\${${injected}}\`])</script>`,
  'for-next': `<script>(self.__next_s=self.__next_s||[]).push([0,{"children":"${injected}"}])</script>`,
  module: `<script type="module">${injected}</script>`,
  nonce: `<script nonce="">${injected}</script>`,
  handler: `<img src="/nothing" onerror="${injected}">`,
  svg: `<svg><script>${injected}</script></svg>`,
};
