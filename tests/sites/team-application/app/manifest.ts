export default function manifest() {
  return { name: 'Team', start_url: '/', icons: [{ src: '/team.png', sizes: '16x16', type: 'image/png' }] };
}
