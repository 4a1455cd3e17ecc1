# A repository of one package on this source tree:
#     spack repo add cmake/packaging/spack
#     spack develop --path "$PWD" mergus@main && spack install mergus@main     (in an environment)
from spack.package import *


class Mergus(CMakePackage, CudaPackage):
    """Sparse matrix algebra over user-defined semirings, on GPUs and CPUs, as in GraphBLAS."""

    # No homepage: the recipe builds the tree that it is part of, which names no public place.
    license("Apache-2.0")

    version("main")

    variant("tools", default=True, description="Build the command-line program")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("suite-sparse@7.2: +graphblas")  # its GraphBLAS is 8.2 or newer
    depends_on("fmt")
    depends_on("zlib-api")
    depends_on("cli11", when="+tools")
    depends_on("nlohmann-json", when="+tools")
    depends_on("cuda@12.4:", when="+cuda")

    conflicts(
        "cuda_arch=none", when="+cuda", msg="name the architectures, for instance cuda_arch=90"
    )

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define("MERGUS_BUILD_TESTS", False),
            self.define("MERGUS_BUILD_BENCH", False),
            self.define("MERGUS_BUILD_EXAMPLES", False),
            self.define("MERGUS_EMULATOR", False),
            self.define_from_variant("MERGUS_BUILD_TOOLS", "tools"),
            self.define("MERGUS_CUDA", "+cuda" in self.spec),
        ]
        if "+cuda" in self.spec:
            architectures = self.spec.variants["cuda_arch"].value
            args.append(
                self.define("MERGUS_CUDA_ARCHITECTURES", [f"{a}-real" for a in architectures])
            )
            args.append(self.define("MERGUS_PRECOMPILE_ARCHITECTURES", list(architectures)))
        return args
