use crate::domain::Problem;
pub struct Options {
    pub worker: crate::worker::Options,
    pub market: crate::worker::MarketChoice,
    pub language: Option<String>,
    pub paths: Vec<std::path::PathBuf>,
}
pub fn run(_: Options) -> Result<(), Problem> {
    Ok(())
}
