import { withCandor } from "candor/config";
export default withCandor(nextConfig);
