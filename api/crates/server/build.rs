//! The built site is part of the program: its folder has to be there when the program is compiled, and
//! a release is compiled again when it changes. (A debug build reads the files as they are.)

const SITE: &str = "../../../frontend/dist";

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all(SITE)?;
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo tells a build script through the environment"
    )]
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let watched = if release { SITE } else { "build.rs" };
    println!("cargo::rerun-if-changed={watched}");
    Ok(())
}
