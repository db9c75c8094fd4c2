export async function register() {
  console.log('The register() of the team ran.');
}
