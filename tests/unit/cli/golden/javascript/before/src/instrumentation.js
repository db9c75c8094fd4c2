export function register() {
  console.log('ours')
}
